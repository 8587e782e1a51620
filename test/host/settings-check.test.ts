/** Settings that are checked with the bidders of the host. */
import { expect, test } from 'vitest';
import { checkSettings } from '#src/host/settings-check.ts';

const GO = { AUCTOR_VARIANT: 'go', AUCTOR_GDPR_DEFAULT_VALUE: '0' };

test('a variable of the Go variant for a bidder that does not exist is a warning; a key for one is an error', async () => {
  const environment = {
    ...GO,
    PBS_ADAPTERS_NOSUCH_ENDPOINT: 'http://bidder.example',
    PBS_ADAPTERS_OTHER_ENDPOINT: 'http://bidder.example',
  };
  const { errors, warnings, config } = await checkSettings({ environment, base: { adapters: { other: { extra_info: 'x' } } } });
  expect([errors, warnings, config?.adapters]).toEqual([
    ['adapters.other (PBS_ADAPTERS_OTHER_ENDPOINT): there is no such bidder; a new name needs alias_of'],
    ['PBS_ADAPTERS_NOSUCH_ENDPOINT: unknown option, as there is no bidder nosuch'],
    {},
  ]);
});

test('a variable of the Java variant for a bidder that does not exist is a warning with its name', async () => {
  const environment = { AUCTOR_VARIANT: 'java', GDPR_DEFAULTVALUE: '0', ADAPTERS_NOSUCH_ENABLED: 'true' };
  const { warnings } = await checkSettings({ environment });
  expect(warnings).toEqual(['adapters.nosuch (ADAPTERS_NOSUCH_ENABLED): there is no such bidder, so its settings are ignored']);
});

test('a bidder or an alias with a reserved name is an error', async () => {
  const adapters = { Data: { alias_of: 'generic', endpoint: 'http://bidder.example' }, general: { alias_of: 'generic' } };
  const { errors } = await checkSettings({ environment: GO, base: { adapters } });
  expect(errors).toEqual([
    "adapters.Data: There is 'Data' bidder or alias configured which is unacceptable.",
    "adapters.general: There is 'general' bidder or alias configured which is unacceptable.",
  ]);
});

test('an enabled module that is not installed is a warning, one with its settings in another place is not', async () => {
  const hooks = {
    'optable-targeting': { enabled: true },
    'no-such-module': { enabled: 'true' },
    modules: { 'optable-targeting': { cache: { enabled: true } }, acme: { missing: { enabled: true } } },
  };
  const { warnings } = await checkSettings({ environment: { AUCTOR_VARIANT: 'java', AUCTOR_GDPR_DEFAULT_VALUE: '0' }, base: { hooks } });
  expect(warnings).toEqual([
    'hooks.modules.acme.missing: this module is not installed, so its settings are ignored',
    'hooks.no-such-module: this module is not installed, so its settings are ignored',
  ]);
});

test('bidders have their own spelling in the settings, however they are written', async () => {
  const base = { adapters: { AppNexus: { endpoint: 'http://a.example' }, ADHESE: { debug: { allow: 'maybe' } } } };
  const { config, errors } = await checkSettings({ environment: { ...GO, PBS_ADAPTERS_APPNEXUS_PLATFORM_ID: '5' }, base });
  expect(config?.adapters['appnexus']).toEqual({ endpoint: 'http://a.example', platform_id: '5' });
  expect(errors).toEqual(['adapters.ADHESE.debug.allow: Invalid input: expected boolean, received string']);
});

test('syncs of several bidders that exclude each other are reported under the keys of the host', async () => {
  const usersync = { redirect: { url: 'https://sync.example/u' } };
  const { errors } = await checkSettings({ environment: GO, base: { adapters: { appnexus: { usersync } } } });
  expect(errors).toEqual([
    'adapters.appnexus.usersync: bidders appnexus, msft define endpoints (iframe and/or redirect) for the same syncer key, but only one bidder is permitted to define endpoints unless the configs are identical',
  ]);
});

test('an invalid redirect of all user syncs is one error under its own key', async () => {
  const base = { user_sync: { redirect_url: '{{.ExternalURL}}/setuid?uid={{.Nothing}}' } };
  expect((await checkSettings({ environment: GO, base })).errors).toEqual(["user_sync.redirect_url: can't evaluate field Nothing"]);
});

test('errors of a user sync and of an analytics module name the key they are about', async () => {
  const base = {
    adapters: { appnexus: { enabled: true, usersync: { iframe: { user_macro: '$UID' }, redirect: { url: 'nowhere' } } } },
    analytics: { liveintent: { enabled: true } },
  };
  const { errors } = await checkSettings({ environment: { AUCTOR_VARIANT: 'java', AUCTOR_GDPR_DEFAULT_VALUE: '0' }, base });
  expect(errors).toEqual([
    'adapters.appnexus.usersync.iframe.url: cannot create syncer for bidder appnexus with key adnxs: iframe composed url: "" is invalid',
    'analytics.liveintent.analytics-endpoint: is not a URL: ',
  ]);
});

const checkJava = (base: object) => checkSettings({ environment: { AUCTOR_VARIANT: 'java', AUCTOR_GDPR_DEFAULT_VALUE: '0' }, base });

test('settings of an enabled module have the types of its options; those of others are not checked except their switch', async () => {
  const hooks = {
    'confiant-ad-quality': { enabled: 'on' },
    'ortb2-blocking': { enabled: 'perhaps' },
    modules: { 'confiant-ad-quality': { 'redis-config': { 'read-node': { port: 'many' } } }, 'optable-targeting': { timeout: 'soon' } },
  };
  expect((await checkJava({ hooks })).errors).toEqual([
    'hooks.modules.confiant-ad-quality.redis-config.read-node.port: Invalid input: expected number, received string',
    'hooks.ortb2-blocking.enabled: Invalid input: expected boolean, received string',
  ]);
});

test('a plan of the Java variant that names a module which is missing or disabled is an error', async () => {
  const planOf = (code: string) => {
    const groups = [{ timeout: 5, 'hook-sequence': [{ 'module-code': code, 'hook-impl-code': 'x' }] }];
    return { endpoints: { '/openrtb2/auction': { stages: { entrypoint: { groups } } } } };
  };
  const hooks = {
    'ortb2-blocking': { enabled: true },
    'host-execution-plan': JSON.stringify(planOf('ortb2_blocking')),
    'default-account-execution-plan': planOf('pb-richmedia-filter'),
  };
  expect((await checkJava({ hooks })).errors).toEqual([
    'hooks.default-account-execution-plan: names the module pb-richmedia-filter, which is missing or disabled',
  ]);
});

test('a macro of an endpoint that no bidder fills is a warning', async () => {
  const adapters = {
    appnexus: { endpoint: 'http://x.example/{{.AccountId}}/{{.Shoe}}/{{ .Host }}' },
    adot: { endpoint: 'http://x.example/{X}' },
  };
  const { errors, warnings } = await checkSettings({ environment: GO, base: { adapters } });
  expect([errors, warnings]).toEqual([
    [],
    [
      'adapters.appnexus.endpoint: no bidder fills the macro {{.AccountId}}, so it is empty (did you mean {{.AccountID}}?)',
      'adapters.appnexus.endpoint: no bidder fills the macro {{.Shoe}}, so it is empty',
    ],
  ]);
});

test('the currency of the ad server is a code of three capital letters', async () => {
  const errorsOf = async (currency: string): Promise<readonly string[]> =>
    (await checkSettings({ environment: GO, base: { ad_server_currency: currency } })).errors;
  const error = 'ad_server_currency: must be a currency code of three capital letters';
  expect([await errorsOf('EURO'), await errorsOf('eur'), await errorsOf('EUR')]).toEqual([[error], [error], []]);
});

test('price adjustments of account defaults that do not apply are warnings', async () => {
  const bidadjustments = { mediatype: { banner: { appnexus: { '*': [{ adjtype: 'multiplier', value: 'x' }] } } } };
  const { errors, warnings } = await checkSettings({ environment: GO, base: { account_defaults: { bidadjustments } } });
  expect([errors, warnings]).toEqual([
    [],
    [
      'account_defaults.bidadjustments.mediatype: the found rule [adjtype=multiplier, value=x, currency=null] in banner.appnexus.* is invalid; no rule applies',
    ],
  ]);
});

test('an invalid switch of signed calls is one error', async () => {
  const adapters = { appnexus: { experiment: { adsCert: { enabled: 'maybe' } } } };
  expect((await checkSettings({ environment: GO, base: { adapters } })).errors).toEqual([
    'adapters.appnexus.experiment.adsCert.enabled: Invalid input: expected boolean, received string',
  ]);
});
