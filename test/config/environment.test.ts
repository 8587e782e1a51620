/** Settings from variables of either variant. */
import { describe, expect, test } from 'vitest';
import { GO, JAVA, settingsFiles, valuesOf, withoutPlace } from './arrange.ts';

const { read } = settingsFiles();

test('a variable with two readings sets the option, not a key without a meaning', () => {
  const settings = read('', { ...JAVA, ADAPTERS_APPNEXUS_USERSYNC_REDIRECT_URL: 'http://s' });
  expect([settings.warnings, settings.config?.adapters['appnexus']?.usersync]).toMatchObject([[], { redirect: { url: 'http://s' } }]);
});

test('a variable of a bidder has the shortest name of a bidder whose rest is an option', () => {
  const { errors, config } = read('', {
    ...GO,
    PBS_ADAPTERS_APPNEXUS_USERSYNC_ENABLED: 'false',
    PBS_ADAPTERS_APPNEXUS_EXPERIMENT_ADSCERT_ENABLED: 'true',
    PBS_ADAPTERS_LM_KIVIADS_USERSYNC_ENABLED: 'true',
  });
  expect([errors, config?.adapters]).toEqual([
    [],
    { appnexus: { usersync: { enabled: false }, experiment: { adscert: { enabled: true } } }, lm_kiviads: { usersync: { enabled: true } } },
  ]);
});

test('a variable of the Go variant keeps the dashes of its key', () => {
  const { errors, warnings, config } = read('', { ...GO, 'PBS_ADAPTERS_APPNEXUS_OPENRTB_GPP-SUPPORTED': 'true' });
  expect([errors, warnings, config?.adapters]).toEqual([[], [], { appnexus: { openrtb: { gpp_supported: true } } }]);
});

test('a variable of a bidder sets a key of the Java variant, not an option of a bidder with a longer code', () => {
  const { errors, warnings, config } = read('', {
    ...JAVA,
    ADAPTERS_SMARTADSERVER_PG_ENDPOINT: 'http://pg',
    ADAPTERS_APPNEXUS_ALIASES_DISTRICTM_ENABLED: 'true',
  });
  expect([errors, warnings, config?.adapters]).toEqual([
    [],
    [],
    { smartadserver: { extra_info: '{"pg_endpoint":"http://pg"}' }, districtm: { enabled: true, alias_of: 'appnexus' } },
  ]);
});

test('a variable of the Java variant overrides the key of its level in a file', () => {
  const text = 'video: {stored-request-required: false}\namp: {timeout-adjustment-ms: 1}\n';
  const settings = read(text, { ...JAVA, VIDEO_STOREDREQUESTREQUIRED: 'true', AMP_TIMEOUT_ADJUSTMENT_MS: '2' });
  expect(valuesOf(settings, 'video.stored_request_required', 'amp.timeout_adjustment_ms')).toEqual([true, 2]);
});

test('a variable of the Java variant without a meaning gets a warning like its key', () => {
  expect(read('', { ...JAVA, VERTX_WORKERPOOLSIZE: '16' }).warnings).toEqual([
    'VERTX_WORKERPOOLSIZE: no meaning here because there is one event loop a process (workers)',
  ]);
});

test('a variable of the Go variant has the underscores of its key', () => {
  const { warnings, config } = read('', {
    ...GO,
    PBS_VIDEO_STORED_REQUEST_REQUIRED: 'true',
    PBS_VIDEO_STOREDREQUESTREQUIRED: 'false',
    PBS_HOSTCOOKIE_TTLDAYS: '5',
    PBS_ADAPTERS_APPNEXUS_GVLVENDORID: '7',
  });
  expect([warnings, config?.video_stored_request_required, config?.host_cookie.ttl_days, config?.adapters]).toEqual([
    [
      'PBS_VIDEO_STOREDREQUESTREQUIRED: unknown option (did you mean video_stored_request_required?)',
      'PBS_HOSTCOOKIE_TTLDAYS: unknown option',
    ],
    true,
    90,
    { appnexus: { gvl_vendor_id: 7 } },
  ]);
});

describe('settings of modules of the Java variant', () => {
  test('are set by variables, with the type of their key', () => {
    const { errors, warnings, config } = read('hooks.modules.pb-richmedia-filter.mraid-script-pattern: mraid.js\n', {
      ...JAVA,
      HOOKS_PBRICHMEDIAFILTER_ENABLED: 'true',
      HOOKS_MODULES_PBRICHMEDIAFILTER_FILTERMRAID: 'true',
      HOOKS_MODULES_OPTABLE_TARGETING_CACHE_TTLSECONDS: '60',
      HOOKS_MODULES_OPTABLETARGETING_OPTABLEINSERTEREIDSMERGE: 'a, b',
      HOOKS_MODULES_OWN_KEY: 'x',
    });
    expect([errors, warnings, config?.hooks.modules, config?.hooks['pb-richmedia-filter']]).toEqual([
      [],
      ['HOOKS_MODULES_OWN_KEY: unknown option'],
      {
        'pb-richmedia-filter': { 'filter-mraid': true, 'mraid-script-pattern': 'mraid.js' },
        'optable-targeting': { cache: { ttlseconds: 60 }, 'optable-inserter-eids-merge': ['a', 'b'] },
      },
      { enabled: true },
    ]);
  });

  test('have keys in any spelling; those of other modules are unchanged', () => {
    const text = `hooks:
  modules:
    pbRichmediaFilter: {filterMraid: "true", MRAID_SCRIPT_PATTERN: m}
    confiant_ad_quality: {redisConfig: {read_node: {PORT: "1"}}, custom: {aB: 1}}
    own: {aKey: "1", a-list: [{b_c: 2}]}
  pb-rule-engine: {rule-cache: {max-size: 5}}
`;
    const settings = read(text, JAVA);
    expect([settings.errors, withoutPlace(settings.warnings), settings.config?.hooks.modules]).toEqual([
      [],
      [],
      {
        'pb-richmedia-filter': { 'filter-mraid': true, 'mraid-script-pattern': 'm' },
        'confiant-ad-quality': { 'redis-config': { 'read-node': { port: 1 } }, custom: { aB: 1 } },
        own: { aKey: '1', 'a-list': [{ b_c: 2 }] },
      },
    ]);
    expect(settings.config?.hooks['pb-rule-engine']).toEqual({ 'rule-cache': { 'max-size': 5 } });
  });
});

test('a variable of the Go variant that is not in upper case is an unknown option', () => {
  expect(read('', { ...GO, PBS_port: '1', pbs_admin_port: '2' })).toMatchObject({
    errors: [],
    warnings: ['PBS_port: unknown option (did you mean port?)'],
    config: { port: 8000, admin_port: 6060 },
  });
});

test('keys of stores without a meaning in the Go variant are set by variables too, and their groups are groups', () => {
  const reason = 'no meaning here because `stored_requests` with its amp_ keys always replaces it';
  expect(read('', { ...GO, PBS_STORED_AMP_REQ_HTTP_ENDPOINT: 'http://s' }).warnings).toEqual([
    `PBS_STORED_AMP_REQ_HTTP_ENDPOINT: ${reason}`,
  ]);
  expect(read('', { ...GO, PBS_ACCOUNT_DEFAULTS_PRICE_FLOORS_FETCH_ACCOUNTID: 'a' }).warnings).toEqual([
    'PBS_ACCOUNT_DEFAULTS_PRICE_FLOORS_FETCH_ACCOUNTID: no meaning here because the server fills it in',
  ]);
  expect(read('', { ...GO, PBS_ADAPTERS_APPNEXUS_USERSYNC_SUPPORT_CORS: 'true' }).warnings).toEqual([
    'PBS_ADAPTERS_APPNEXUS_USERSYNC_SUPPORT_CORS: no meaning here because nothing reads it in the Go variant either',
  ]);
  expect(withoutPlace(read('stored_amp_req: {http: {endpoint: http://s}}\n').warnings)).toEqual([
    `stored_amp_req.http.endpoint: ${reason}`,
  ]);
  expect(withoutPlace(read('category_mapping: {cache_events: true}\n').errors)).toEqual([
    'category_mapping.cache_events: must be a group of options, not true',
  ]);
});

test('names of bidders match without their dashes and underscores in the Java variant', () => {
  const bidders = ['triplelift_native', 'adkernelAdn', 'emxdigital', 'emx_digital'];
  const text = 'adapters: {triplelift-native: {enabled: true}, EMX-Digital: {enabled: true}, own-name: {alias_of: x}}\n';
  const environment = {
    ADAPTERS_TRIPLELIFTNATIVE_ENDPOINT: 'http://t',
    ADAPTERS_ADKERNEL_ADN_ENABLED: 'true',
    ADAPTERS_EMXDIGITAL_ENABLED: 'no',
  };
  expect(read(text, { ...JAVA, ...environment }, { bidders }).config?.adapters).toEqual({
    triplelift_native: { enabled: true, endpoint: 'http://t' },
    adkernelAdn: { enabled: true },
    emxdigital: { enabled: false },
    'EMX-Digital': { enabled: true },
    'own-name': { alias_of: 'x' },
  });
  expect(Object.keys(read(text, GO, { bidders }).config?.adapters ?? {})).toEqual(['triplelift-native', 'EMX-Digital', 'own-name']);
});

describe('our variables', () => {
  const secretOf = (text: string) => {
    const { errors, warnings, config } = read('', { ...GO, AUCTOR_RECAPTCHA_SECRET: text });
    return [errors, warnings, config?.recaptcha_secret];
  };

  test.each(['@x', '%x', '{', '[a', '"a', '*a', '&a', '!a', '- a', 'a: b', 'a #b', '0123', '1e5'])(
    'set a password of any characters: %s',
    (text) => {
      expect(secretOf(text)).toEqual([[], [], text]);
    },
  );

  test.each([
    ['"a #b"', 'a #b'],
    ["'0'", '0'],
    ['', ''],
    ['null', ''],
    [' a\n', 'a'],
  ])('may have quotes, and blanks around: %j', (text, value) => {
    expect(secretOf(text)).toEqual([[], [], value]);
  });

  test('that are malformed lists or groups are errors, without their text', () => {
    const environment = { ...GO, AUCTOR_BLOCKED_APPS: '[secret', AUCTOR_TRACING_HEADERS: '{a: *secret}' };
    const { errors } = read('', environment);
    expect(errors).toEqual([
      expect.stringMatching(/^AUCTOR_BLOCKED_APPS: not YAML: Flow sequence/),
      'AUCTOR_TRACING_HEADERS: not YAML: an alias has no anchor, or aliases expand without bound',
    ]);
    expect(errors.join()).not.toContain('secret');
  });
});

test('variables of Kubernetes for a service of the same name are no options', () => {
  const ofService = (prefix: string) => ({
    [`${prefix}_SERVICE_HOST`]: '10.0.0.1',
    [`${prefix}_SERVICE_PORT`]: '80',
    [`${prefix}_SERVICE_PORT_HTTP`]: '80',
    [`${prefix}_PORT`]: 'tcp://10.0.0.1:80',
    [`${prefix}_PORT_80_TCP`]: 'tcp://10.0.0.1:80',
    [`${prefix}_PORT_80_TCP_PROTO`]: 'tcp',
    [`${prefix}_PORT_80_TCP_PORT`]: '80',
    [`${prefix}_PORT_80_TCP_ADDR`]: '10.0.0.1',
  });
  const settings = read('', { ...GO, ...ofService('AUCTOR'), ...ofService('PBS') }, { strict: true });
  expect([settings.errors, settings.warnings, settings.config?.port]).toEqual([[], [], 8000]);
});

test('variables of OpenTelemetry set compression of traces, and name every protocol that is not used', () => {
  const environment = { ...GO, OTEL_EXPORTER_OTLP_TRACES_COMPRESSION: 'none', OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: 'grpc' };
  const { errors, warnings, config } = read('', environment);
  expect([errors, warnings, config?.tracing.gzip]).toEqual([
    [],
    ['OTEL_EXPORTER_OTLP_METRICS_PROTOCOL=grpc: no meaning here because the export is http/json, which collectors accept as well'],
    false,
  ]);
});

test('variables of OpenTelemetry set exporters, the resource and the sampler', () => {
  const otel = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://all:4318/',
    OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: 'http://logs/own',
    OTEL_METRICS_EXPORTER: 'none',
    OTEL_LOGS_EXPORTER: 'console',
    OTEL_EXPORTER_OTLP_HEADERS: 'a=1, b = x%20y,none',
    OTEL_EXPORTER_OTLP_METRICS_TIMEOUT: '2000',
    OTEL_METRIC_EXPORT_INTERVAL: '5000',
    OTEL_RESOURCE_ATTRIBUTES: 'service.name=replaced,zone=eu',
    OTEL_SERVICE_NAME: 'bids',
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
  };
  const { errors, warnings, config } = read('', { ...GO, ...otel });
  const headers = { a: '1', b: 'x y' };
  expect([errors, warnings]).toEqual([
    [],
    ['OTEL_LOGS_EXPORTER=console: no meaning here because only otlp and none are exporters of this process'],
  ]);
  expect(config?.tracing).toMatchObject({ enabled: true, endpoint: 'http://all:4318/v1/traces', headers, service_name: 'bids' });
  expect(config?.tracing).toMatchObject({ resource: { zone: 'eu' }, traceparent: 'follow', sample_rate: 0.25 });
  expect(config?.otlp).toMatchObject({
    metrics: { enabled: false, endpoint: 'http://all:4318/v1/metrics', headers, timeout_ms: 2000, interval_ms: 5000 },
    logs: { enabled: true, endpoint: 'http://logs/own', headers },
  });
  const off = read('', { ...GO, ...otel, OTEL_SDK_DISABLED: 'TRUE' }).config;
  expect([off?.tracing.enabled, off?.otlp.metrics.enabled, off?.otlp.logs.enabled]).toEqual([false, false, false]);
});

test('a sampler of OpenTelemetry samples all auctions without a rate, and unknown ones are named', () => {
  const sampled = (OTEL_TRACES_SAMPLER: string) => {
    const { warnings, config } = read('', { ...GO, OTEL_TRACES_SAMPLER });
    return [config?.tracing.traceparent, config?.tracing.sample_rate, warnings.length];
  };
  expect(['traceidratio', 'always_off', 'parentbased_always_on'].map(sampled)).toEqual([
    ['ignore', 1, 0],
    ['ignore', 0, 0],
    ['follow', 1, 0],
  ]);
  const { warnings } = read('', { ...GO, OTEL_TRACES_SAMPLER: 'jaeger_remote' });
  expect(warnings).toEqual([expect.stringMatching(/^OTEL_TRACES_SAMPLER=jaeger_remote: no meaning here because samplers are always_on, /)]);
});
