import { expect, test } from 'vitest';
import { accountSchema } from '#src/config/account.ts';
import { accountProblems } from '#src/config/account-problems.ts';
import { parseAccount } from '#src/config/accounts.ts';
import { executionPlan } from '#src/config/sections/hooks.ts';

test.each([
  ['privacy', 'gdpr', 'special-features', 'sf2'],
  ['privacy', 'gdpr', 'special_features', 'sf2'],
  ['privacy', 'gdpr', 'specialFeatures', 'sf2'],
])('a key without effect is a warning in any spelling: %s.%s.%s.%s', (...path) => {
  const account = path.reduceRight<unknown>((value, name) => ({ [name]: value }), { enforce: true });
  expect(accountProblems(JSON.stringify(account), accountSchema.parse({}))).toEqual({
    errors: [],
    warnings: [`${path.join('.')}: no meaning here because fingerprinting is never done`],
  });
});

test('an error and an unknown key have the name that the account has for it', () => {
  const account = {
    auction: { 'banner-cache-ttl': 'x', bidValidations: { 'banner-creative-max-size': 'x' }, targeting: { prefix: 5 }, cache_limit: 1 },
    privacy: { gdpr: { purposes: { p2: { enforcePurpose: 'x', 'enforce-vendors': 'x' } }, 'channel-enabled': { ctv: true } } },
    cookieSync: { pri: ['a', 5], 'coop-sync': { default: 'x' } },
    metrics: { verbosity_level: 'x' },
    nothingAtAll: 1,
  };
  const { errors, warnings } = accountProblems(JSON.stringify(account), accountSchema.parse({}));
  expect(errors.map((error) => error.split(': ', 1)[0]).sort()).toEqual([
    'auction.banner-cache-ttl',
    'auction.bidValidations.banner-creative-max-size',
    'auction.targeting.prefix',
    'cookieSync.coop-sync.default',
    'cookieSync.pri[1]',
    'metrics.verbosity_level',
    'privacy.gdpr.channel-enabled',
    'privacy.gdpr.purposes.p2.enforce-vendors',
    'privacy.gdpr.purposes.p2.enforcePurpose',
  ]);
  expect(errors).toContain('privacy.gdpr.purposes.p2.enforcePurpose: Invalid option: expected one of "no"|"basic"|"full"');
  expect(warnings).toEqual(['nothingAtAll: unknown key', 'auction.cache_limit: unknown key']);
});

test('a word whose default holds is an error', () => {
  const account = { status: 'disabled', auction: { 'price-granularity': 'fine', 'bid-rounding': 'upp' } };
  expect(accountProblems(JSON.stringify(account), accountSchema.parse({})).errors).toEqual([
    'status: must be active or inactive; it counts as active',
    'auction.price-granularity: is not the name of a price granularity; medium holds',
    'auction.bid-rounding: must be down, true, timesplit or up; down holds',
  ]);
  const known = { status: 'Inactive', auction: { 'price-granularity': 'med', 'bid-rounding': 'up' } };
  expect(accountProblems(JSON.stringify(known), accountSchema.parse({}))).toEqual({ errors: [], warnings: [] });
});

test('an unknown activity is a warning, a rule that never applies an error', () => {
  const rules = [{ condition: { 'component-type': ['bidders'] }, allow: false }];
  const account = { privacy: { allowactivities: { 'sync-user': { rules }, syncUsers: { default: false }, callBidder: {} } } };
  expect(accountProblems(JSON.stringify(account), accountSchema.parse({}))).toEqual({
    errors: [
      'privacy.allowactivities.sync-user.rules[0].condition.component-type[0]: there is no component of type bidders, only bidder, analytics, rtd, general',
    ],
    warnings: ['privacy.allowactivities.syncUsers: unknown key (did you mean syncUser?)'],
  });
});

test('the id of the account in its fetch of floors is one warning', () => {
  const { warnings } = accountProblems('{"price_floors": {"fetch": {"accountID": "a"}}}', accountSchema.parse({}));
  expect(warnings).toEqual(['price_floors.fetch.accountID: no meaning here because the server fills it in']);
});

test('an execution plan of a lenient account may have numbers and booleans as text', () => {
  const group = { timeout: '5', 'hook-sequence': [{ 'module-code': 'a', 'hook-impl-code': 'b' }] };
  const abtests = [{ enabled: 'true', 'module-code': 'a', 'percent-active': '10' }];
  const plan = { abtests, endpoints: { '/openrtb2/auction': { stages: { 'raw-auction-request': { groups: [group] } } } } };
  const json = JSON.stringify({ hooks: { 'execution-plan': plan } });
  expect(accountProblems(json, accountSchema.parse({}), true)).toEqual({ errors: [], warnings: [] });
  const found = parseAccount(json, 'a', accountSchema.parse({}), true);
  expect(executionPlan.parse('account' in found ? found.account.hooks.execution_plan : undefined)).toEqual({
    abtests: [{ enabled: true, module_code: 'a', accounts: [], percent_active: 10, log_analytics_tag: true }],
    endpoints: {
      '/openrtb2/auction': {
        stages: { raw_auction_request: { groups: [{ timeout: 5, hook_sequence: [{ module_code: 'a', hook_impl_code: 'b' }] }] } },
      },
    },
  });
});

test('an invalid execution plan of modules is an error of its account', () => {
  const account = { hooks: { 'execution-plan': { endpoints: { x: { stages: { entrypoint: { groups: [{ timeout: 'soon' }] } } } } } } };
  const { errors } = accountProblems(JSON.stringify(account), accountSchema.parse({}));
  expect(errors[0]).toMatch(/^hooks\.execution-plan\.endpoints\.x\.stages\.entrypoint\.groups\[0\]\.timeout: .*number/);
});

test('fetched floors beyond the limits of the host are errors under the key as written', () => {
  const limits = { min_max_age_sec: 600, min_period_sec: 300, min_timeout_ms: 10, max_timeout_ms: 10_000 };
  const account = { auction: { 'price-floors': { fetch: { 'period-sec': 60, 'timeout-ms': -1 } } } };
  const problems = (given: object) => accountProblems(JSON.stringify(given), accountSchema.parse({}), false, limits);
  expect(problems(account).errors).toEqual([
    'auction.price-floors.fetch.period-sec: must be at least 300, not 60; the default holds',
    'auction.price-floors.fetch.timeout-ms: must be more than 10 and less than 10000, not -1; the default holds',
  ]);
  expect(problems({ price_floors: { fetch: { period_sec: 300, timeout_ms: 11 } } })).toEqual({ errors: [], warnings: [] });
});

test('the channel of web pages is named as the Java variant writes it', () => {
  const account = { privacy: { gdpr: { 'channel-enabled': { pbjs: 'x' } }, ccpa: { channelEnabled: { pbjs: 'x' } } } };
  expect(
    accountProblems(JSON.stringify(account), accountSchema.parse({}))
      .errors.map((error) => error.split(': ', 1)[0])
      .sort(),
  ).toEqual(['privacy.ccpa.channelEnabled.pbjs', 'privacy.gdpr.channel-enabled.pbjs']);
});

test('an empty rounding or granularity, as a list of defaults has it, is no error', () => {
  const account = { bid_rounding: '', price_granularity: '' };
  expect(accountProblems(JSON.stringify(account), accountSchema.parse({}))).toEqual({ errors: [], warnings: [] });
});
