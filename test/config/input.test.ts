/** Sources of settings, spellings of keys and values, and error messages. */
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSettings } from '#src/config/load.ts';
import { GO, JAVA, settingsFiles, valuesOf, withoutPlace } from './arrange.ts';

const { folder, file, read } = settingsFiles();

describe('keys', () => {
  test.each([
    ['in any case', 'Port: 1\nHOST_COOKIE: {Ttl_Days: 2}\n'],
    ['with dots', 'port: 1\nhost_cookie.ttl_days: 2\n'],
    ['with dashes', 'port: 1\nhost-cookie: {ttl-days: 2}\n'],
    ['in camelCase', 'port: 1\nhostCookie: {ttlDays: 2}\n'],
    ['in a list of mappings', 'port: 1\nhost_cookie: [{ttl_days: 2}]\n'],
    ['in several documents', 'port: 7\n---\nport: 1\nhost_cookie.ttl_days: 2\n'],
    ['in JSON', '{"port": 1,\n\t"host_cookie": {"ttl_days": 2}}'],
    ['through anchors', 'x-port: &a {ttl_days: 2}\nport: 1\nhost_cookie: {<<: *a}\n'],
  ])('%s are read', (_how, text) => {
    const settings = read(text);
    expect([settings.errors, valuesOf(settings, 'port', 'host_cookie.ttl_days')]).toEqual([[], [1, 2]]);
  });

  test('without an option are warnings with place and similar key, and errors in strict mode', () => {
    const line = expect.stringMatching(/^cache\.hots \(.*host\.yaml:2\): unknown option \(did you mean host\?\)$/);
    expect(read('cache:\n  hots: x\n')).toMatchObject({ errors: [], warnings: [line] });
    expect(read('cache:\n  hots: x\n', GO, { strict: true })).toMatchObject({ errors: [line] });
  });

  test('beside the options of modules are warnings too, unless they are groups', () => {
    const text = 'hooks: {enabled_too: 7, host_execution_planned: "{}", own: {enabled: false}}\n';
    const lines = ['hooks.enabled_too: unknown option', 'hooks.host_execution_planned: unknown option'];
    const settings = read(text);
    expect([settings.errors, withoutPlace(settings.warnings).sort()]).toEqual([[], lines]);
    expect(withoutPlace(read(text, GO, { strict: true }).errors).sort()).toEqual(lines);
  });

  test('of list items have any index, in the order of the indexes', () => {
    const lines = [4_294_967_294, 4_294_967_290, 7].map((index, i) => `gdpr.purposes.p2.vendor-exceptions[${index}]=v${i}\n`);
    const settings = readSettings({ files: [file(lines.join(''), 'host.properties')], environment: { ...JAVA } });
    expect([settings.errors, settings.config?.gdpr.purposes.p2?.vendor_exceptions]).toEqual([[], ['v2', 'v1', 'v0']]);
  });

  test('of bidders match in any case', () => {
    expect(
      read('adapters: {AppNexus: {endpoint: "http://a"}}', { ...GO, PBS_ADAPTERS_APPNEXUS_DISABLED: 'true' }).config?.adapters,
    ).toEqual({
      AppNexus: { endpoint: 'http://a', disabled: true },
    });
  });
});

test('modules in lists of mappings are read; lists in their settings stay lists', () => {
  const settings = read(
    'hooks: {modules: [{vendor: [{one: {enabled: true, paths: [{a: 1}, {b: 2}]}}]}, {other: {two: {enabled: false}}}]}\n',
  );
  expect([settings.errors, settings.config?.hooks.modules]).toEqual([
    [],
    { vendor: { one: { enabled: true, paths: [{ a: 1 }, { b: 2 }] } }, other: { two: { enabled: false } } },
  ]);
});

test('the datacenter of the Go variant is set by a key in any case and by its variable', () => {
  const made = [read('DataCenter: a\n'), read('', { ...GO, PBS_DATACENTER: 'b' })];
  expect(made.map(({ warnings, config }) => [warnings, config?.datacenter])).toEqual([
    [[], 'a'],
    [[], 'b'],
  ]);
});

test('one switch of the Go variant accepts updates of stored requests and of AMP requests on the public listener', () => {
  const cache = 'in_memory_cache: { type: unbounded }';
  const options = ['stored_requests.cache_events', 'stored_requests.amp_cache_events', 'accounts.cache_events'] as const;
  expect(valuesOf(read(`stored_requests: { ${cache}, cache_events: { enabled: true } }`), ...options)).toMatchObject([
    { enabled: true, endpoint: '/storedrequests/openrtb2', on_application_port: true },
    { enabled: true, endpoint: '/storedrequests/amp', on_application_port: true },
    { enabled: false, endpoint: '/storedrequests/accounts', on_application_port: true },
  ]);
  const own = `stored_requests: { ${cache}, cache_events: { enabled: true }, amp_cache_events: { enabled: false, on_application_port: false } }`;
  expect(valuesOf(read(own), ...options)[1]).toMatchObject({ enabled: false, on_application_port: false });
});

test('keys of account settings match in any case too', () => {
  const text = `ACCOUNT_DEFAULTS:
  ALTERNATEBIDDERCODES: {ENABLED: true, BIDDERS: {appnexus: {ENABLED: true, AllowedBidderCodes: [a]}}}
  BIDADJUSTMENTS: {MEDIATYPE: {BANNER: {appnexus: {"*": [{adjtype: cpm, value: 1, currency: USD}]}}}}
  HOOKS: {EXECUTION_PLAN: {ENDPOINTS: {/openrtb2/auction: {STAGES: {entrypoint: {GROUPS: [{TIMEOUT: 5}]}}}}}}
`;
  const settings = read(text);
  expect([
    settings.errors,
    settings.warnings,
    ...valuesOf(settings, ...['alternatebiddercodes', 'bidadjustments', 'hooks.execution_plan'].map((name) => `account_defaults.${name}`)),
  ]).toEqual([
    [],
    [],
    { enabled: true, bidders: { appnexus: { enabled: true, allowedbiddercodes: ['a'] } } },
    { mediatype: { banner: { appnexus: { '*': [{ adjtype: 'cpm', value: 1, currency: 'USD' }] } } } },
    { endpoints: { '/openrtb2/auction': { stages: { entrypoint: { groups: [{ timeout: 5 }] } } } } },
  ]);
});

describe('values', () => {
  test('are converted if only their form differs', () => {
    const settings = read(
      'port: "1"\naccount_required: 1\ngdpr: {default_value: 1, eea_countries: FRA}\nblocked_apps: "a,b"\nadmin_port: 9003.0\n',
    );
    const options = ['port', 'account_required', 'gdpr.eea_countries', 'blocked_apps', 'admin_port'];
    expect(valuesOf(settings, ...options)).toEqual([1, true, ['FRA'], ['a,b'], 9003]);
  });

  test('that are empty count as absent', () => {
    const settings = read(
      'port:\nhost_cookie:\ncache: {}\nadapters: ""\nhooks: {modules: []}\nblocked_apps: []\ngdpr: {host_vendor_id: null}\n',
    );
    expect([settings.errors, valuesOf(settings, 'port', 'host_cookie.ttl_days', 'blocked_apps')]).toEqual([[], [8000, 90, []]]);
  });

  test('that are an empty string for a number count as absent, with a warning', () => {
    const settings = read('port: ""\n');
    expect([valuesOf(settings, 'port'), withoutPlace(settings.warnings)]).toEqual([
      [8000],
      ['port: is empty, so the default holds; the Go variant takes it for 0 or false'],
    ]);
  });

  test('that are an empty string for a word count as absent, as a list of all defaults has them', () => {
    const empty = 'account_defaults: {bid_rounding: ""}\ncategory_mapping: {in_memory_cache: {type: ""}}\n';
    const { errors, warnings } = read(`adapters: {appnexus: {openrtb: {version: ""}}}\n${empty}`);
    expect([errors, warnings]).toEqual([[], []]);
  });

  test('that are an empty string leave the default of the variant', () => {
    const go = read('compression: {request: {enable_gzip: ""}}\nvideo: {enable_deprecated_endpoint: ""}\n');
    expect(valuesOf(go, 'compression.request.enable_gzip', 'video.enable_deprecated_endpoint')).toEqual([false, false]);
    const java = read('server: {http: {port: ""}}\nadmin-endpoints: {tracelog: {enabled: ""}}\nadapter-defaults: {enabled: ""}\n', JAVA);
    expect([java.errors, java.warnings]).toEqual([[], []]);
    expect(valuesOf(java, 'port', 'admin_endpoints.tracelog.enabled', 'adapter_defaults.enabled')).toEqual([8080, false, false]);
  });

  test('that are an empty string for an option that must not be empty count as absent', () => {
    const java = read(
      'server: {unix-socket: {enabled: false, path: ""}}\nadmin-endpoints: {version: {path: ""}}\nanalytics: {agma: {buffers: {size: ""}}}\n',
      JAVA,
    );
    expect([java.errors, valuesOf(java, 'unix_socket_name', 'admin_endpoints.version.path', 'analytics.agma.buffers.size')]).toEqual([
      [],
      ['auctor.sock', '/version', '100000'],
    ]);
    const go = read('unix_socket_name: ""\n');
    expect([go.errors, withoutPlace(go.warnings)]).toEqual([[], ['unix_socket_name: is empty, so the default holds']]);
  });

  test('that are all empty strings are no group', () => {
    const settings = read(
      'adapters: {appnexus: {debug: {allow: ""}, endpoint: "http://a"}}\ngdpr: {vendorlist: {v2: {retry-policy: {fixed-interval: {delay: ""}}}}}\n',
      JAVA,
    );
    expect([settings.errors, valuesOf(settings, 'adapters.appnexus', 'gdpr.vendorlist.v2.retry_policy')]).toEqual([
      [],
      [{ endpoint: 'http://a' }, {}],
    ]);
  });

  test('with commas are lists in the Java variant, and enum values need no dashes', () => {
    const settings = read(
      'amp: {custom-targeting: "a, b"}\ncookie-sync: {pri: "x,y"}\ngdpr: {purpose-one-treatment-interpretation: NO_ACCESS_ALLOWED}\n',
      JAVA,
    );
    expect(valuesOf(settings, 'cookie_sync.pri', 'gdpr.purpose_one_treatment_interpretation')).toEqual([['x', 'y'], 'no-access-allowed']);
  });

  test.each([
    ['port: abc\n', 'port: Invalid input: expected number, received string'],
    ['cache: 5\n', 'cache: must be a group of options, not 5'],
    ['port: {a: 1}\n', 'port.a: must be a single value, not a group'],
    ['port: [1]\n', 'port: must be a single value, not a list'],
    [
      'gdpr: {amp_exception: true}\n',
      'gdpr.amp_exception: gdpr.amp_exception has been discontinued: AMP requests are subject to the TCF like all others',
    ],
  ])('%j stop the start', (text, error) => {
    expect(withoutPlace(read(text).errors)).toEqual([error]);
  });

  test('of the host’s supply chain node are checked by field, in a group and in a JSON string', () => {
    const node = read('host_schain_node: {asi: host.example, sid: 12, hp: "1", ext: {a: [1]}, own: x}\n');
    expect([node.errors, node.warnings, node.config?.host_schain_node]).toEqual([
      [],
      [],
      { asi: 'host.example', sid: '12', hp: 1, ext: { a: [1] }, own: 'x' },
    ]);
    expect(withoutPlace(read('host_schain_node: {asi: {a: 1}, rid: [1], hp: 2, ext: x}\n').errors)).toEqual([
      'host_schain_node.asi.a: must be a single value, not a group',
      'host_schain_node.rid: must be a single value, not a list',
      'host_schain_node.hp: Too big: expected number to be <=1',
      'host_schain_node.ext: Invalid input: expected record, received string',
    ]);
    expect(withoutPlace(read(`auction.host-schain-node: '{"asi": "a", "hp": 1.5}'\n`, JAVA).errors)).toEqual([
      'auction.host-schain-node, hp: Invalid input: expected int, received number',
    ]);
  });

  test('are checked alone and together in one pass', () => {
    const text = 'port: abc\nprot: 1\nauction_timeouts_ms: {default: 9, max: 5}\nexternal_cache: {host: h}\n';
    expect(withoutPlace(read(text, GO, { strict: true }).errors)).toEqual([
      'prot: unknown option (did you mean port?)',
      'port: Invalid input: expected number, received string',
      'auction_timeouts_ms.max: auction_timeouts_ms.max cannot be less than auction_timeouts_ms.default. max=5, default=9',
      'external_cache.path: must be set with external_cache.host',
    ]);
  });
});

test('a missing field of a list item is an error, and the other options are checked nevertheless', () => {
  const text = 'analytics: {agma: {accounts: [{code: a}]}}\nhost_cookie: {max_cookie_size_bytes: -1}\n';
  expect(withoutPlace(read(text).errors)).toEqual([
    'analytics.agma.accounts[0].publisher_id: Invalid input: expected string, received undefined',
    'host_cookie.max_cookie_size_bytes: Max cookie size -1 cannot be less than 0, which is no limit',
  ]);
});

describe('layers', () => {
  test('merge groups, replace lists, and clear groups that a later layer leaves empty', () => {
    const base = file('port: 1\nadmin_port: 2\nblocked_apps: [a, b]\ncache: {host: x, path: /p}\n');
    const over = file('admin_port: 3\nblocked_apps: [c]\ncache: {host: }\n');
    const settings = readSettings({ files: [`${base},${over}`], environment: GO });
    expect(valuesOf(settings, 'port', 'admin_port', 'blocked_apps', 'cache.host', 'cache.path')).toEqual([1, 3, ['c'], '', '/p']);
    expect(settings.files).toEqual([base, over]);
  });

  test('end with environment and arguments', () => {
    const environment = {
      ...GO,
      PBS_PORT: '2',
      PBS_BLOCKED_APPS: 'a b',
      PBS_STATUS_RESPONSE: '',
      PBS_NOTHING: '1',
      AUCTOR_ADMIN_PORT: '4',
    };
    const settings = read('port: 1\nadmin_port: 3\nstatus_response: ok\n', environment, {
      args: ['--external_url=http://x', '-v', '1', '-logtostderr'],
    });
    expect(valuesOf(settings, 'port', 'admin_port', 'blocked_apps', 'status_response', 'external_url')).toEqual([
      2,
      4,
      ['a', 'b'],
      'ok',
      'http://x',
    ]);
    expect(settings.warnings.map((line) => line.split(':')[0])).toEqual(['-v', '-logtostderr', 'PBS_NOTHING']);
  });

  test('of the Java variant are named by arguments, variables and imports, and selected by profile', () => {
    const more = file('admin: {port: 5}\n');
    const imported = file('external-url: http://imported\n', 'imported.yaml');
    const text = `server.http.port: 1\nspring.config.import: optional:file:${imported}\n---\nspring.config.activate.on-profile: prod\nserver.http.port: 2\n---\nspring.config.activate.on-profile: test\nserver.http.port: 3\n`;
    const environment = {
      ...JAVA,
      SPRING_PROFILES_ACTIVE: 'prod',
      SPRING_APPLICATION_JSON: '{"lmt":{"enforce":false}}',
      PORT: '9',
      HOST_COOKIE_TTL_DAYS: '4',
    };
    const settings = read(text, environment, {
      args: [`--spring.config.additional-location=${more}`, '--gdpr.purposes.p2.vendorExceptions[0]=x'],
    });
    expect([settings.errors, settings.warnings]).toEqual([[], []]);
    expect(valuesOf(settings, 'port', 'admin_port', 'external_url', 'lmt.enforce', 'host_cookie.ttl_days')).toEqual([
      2,
      5,
      'http://imported',
      false,
      4,
    ]);
    expect(settings.config?.gdpr.purposes.p2?.vendor_exceptions).toEqual(['x']);
  });

  test('are found in the servers’ default locations, and set the variant', () => {
    const go = dirname(file('port: 1\ngdpr: {default_value: "0"}\n', 'pbs.yml'));
    expect(valuesOf(readSettings({ environment: {}, folder: go }), 'variant', 'port', 'video.enable_deprecated_endpoint')).toEqual([
      'go',
      1,
      false,
    ]);
    const java = dirname(dirname(file('server.http.port=1\nexternal-url = http\\u003a//x\n', 'config/application.properties')));
    expect(valuesOf(readSettings({ environment: {}, folder: java }), 'variant', 'port', 'external_url', 'rules.enforceUsPrivacy')).toEqual([
      'java',
      1,
      'http://x',
      true,
    ]);
    expect(readSettings({ environment: {}, folder: join(folder, 'nowhere') }).files).toEqual([]);
  });

  test('in a format that is not read are errors with the rule', () => {
    const rule = 'is not read; settings are YAML or JSON (.yaml, .yml, .json), or .properties';
    const toml = file('port = 1\n', 'pbs.toml');
    expect(readSettings({ environment: {}, folder: dirname(toml) })).toMatchObject({
      errors: [`${toml}: TOML ${rule}`],
      config: { variant: 'go' },
    });
    expect(readSettings({ files: [file('port=1', 'host.ini')], environment: GO }).errors).toEqual([
      expect.stringMatching(/host\.ini: INI is not read/),
    ]);
    const properties = dirname(file('port=1\n', 'pbs.properties'));
    expect(valuesOf(readSettings({ environment: {}, folder: properties }), 'variant', 'port')).toEqual(['go', 1]);
  });

  test('that are missing or broken are errors with file and line', () => {
    const broken = file('port: 1\ncache: [1\n');
    expect(readSettings({ files: ['/nowhere.yaml', broken], environment: GO }).errors).toEqual([
      '/nowhere.yaml: file not found',
      expect.stringMatching(/host\.yaml:\d+: not YAML: /),
    ]);
    expect(read('host: h\nport: *nowhere\n').errors).toEqual([
      expect.stringMatching(/host\.yaml:2: not YAML: there is no anchor &nowhere$/),
    ]);
  });
});

describe('placeholders of the Java variant', () => {
  test('resolve to other settings, variables and defaults', () => {
    const text = 'external-url: https://${HOST_NAME:x}.${data-center:none}/${a.b:${DEEP:deep}}\nserver.http.port: ${MY_PORT}\n';
    const settings = read(text, { ...JAVA, HOST_NAME: 'ads', MY_PORT: '77' });
    expect(valuesOf(settings, 'external_url', 'port')).toEqual(['https://ads.none/deep', 77]);
  });

  test('without a value stop the start', () => {
    expect(withoutPlace(read('external-url: ${NOBODY}\n', JAVA).errors)).toEqual([
      'external-url: the placeholder ${NOBODY} has no value: no setting or variable is named NOBODY',
    ]);
  });

  test('are plain text in the Go variant', () => {
    expect(valuesOf(read('external_url: http://x/${AUCTION_PRICE}\n'), 'external_url')).toEqual(['http://x/${AUCTION_PRICE}']);
  });
});

describe('defaults', () => {
  test('are those of the named variant, otherwise ours', () => {
    const options = ['port', 'admin_port', 'rules.enforceUsPrivacy', 'keep_alive_timeout_seconds', 'adapter_defaults.enabled'];
    expect(valuesOf(read('', JAVA), ...options)).toEqual([8080, 8060, true, 10, false]);
    expect(valuesOf(read('', { AUCTOR_GDPR_DEFAULT_VALUE: '0' }), ...options)).toEqual([8000, 6060, false, 72, undefined]);
    expect(valuesOf(read(''), 'compression.response.enable_gzip', 'http_client.max_connections_per_host')).toEqual([false, 0]);
  });

  test('remember missing ids, but not in the Go variant', () => {
    const options = ['stored_requests', 'stored_video_req', 'stored_responses', 'accounts'].map(
      (section) => `${section}.in_memory_cache.negative_ttl_seconds`,
    );
    expect(valuesOf(read(''), ...options)).toEqual([0, 0, 0, 0]);
    expect(valuesOf(read('', { AUCTOR_GDPR_DEFAULT_VALUE: '0' }), ...options)).toEqual([5, 5, 5, 5]);
  });
});

describe('keys without a meaning here', () => {
  test('are accepted with one warning that gives the reason', () => {
    expect(withoutPlace(read('http_client_cache: {dialer: {timeout_seconds: 5}}\ngarbage_collector_threshold: 5\n').warnings)).toEqual([
      'http_client_cache.dialer.timeout_seconds: no meaning here because one pool serves all calls of this kind (http_client)',
      'garbage_collector_threshold: no meaning here because the garbage collector is another',
    ]);
  });
});

test('bidders of the Java variant include their keys and aliases', () => {
  const text = `
adapters:
  appnexus:
    enabled: true
    ortb-version: 2.6
    extra-info: {a: 1}
    XAPI: {Username: u}
    meta-info: {vendor-id: 32, site-media-types: banner, maintainer-email: a@b.example}
    usersync: {cookie-family-name: anx, redirect: {url: "http://s", uid-macro: "$UID"}}
    aliases: {mine: {enabled: true, endpoint: "http://m", meta-info: {vendor-id: 5}}}
`;
  const settings = read(text, JAVA);
  expect([settings.errors, settings.warnings]).toEqual([[], []]);
  expect(settings.config?.adapters).toEqual({
    appnexus: {
      enabled: true,
      openrtb: { version: '2.6' },
      extra_info: '{"a":1}',
      xapi: { username: 'u', password: '', tracker: '' },
      gvl_vendor_id: 32,
      capabilities: { site: ['banner'] },
      maintainer: { email: 'a@b.example' },
      usersync: { key: 'anx', redirect: { url: 'http://s', user_macro: '$UID' } },
    },
    mine: { enabled: true, endpoint: 'http://m', alias_of: 'appnexus', gvl_vendor_id: 5 },
  });
});
