import { expect, test } from 'vitest';
import { readSettings } from '#src/config/load.ts';
import { GO, JAVA, settingsFiles, valuesOf, withoutPlace } from './arrange.ts';

const { file, read } = settingsFiles();

const plan = (stage: string, timeout: string): string =>
  `{endpoints: {/openrtb2/auction: {stages: {${stage}: {groups: [{timeout: ${timeout}, hook_sequence: []}]}}}}}`;

test('alternate bidder codes and the execution plan have values in any form and keys in any case', () => {
  const settings = read(`
account_defaults:
  AlternateBidderCodes: { Enabled: "true", Bidders: { PubMatic: { ENABLED: 1, allowedBidderCodes: groupm } } }
  hooks: { execution_plan: ${plan('entrypoint', '"5"')} }
`);
  expect(settings.errors).toEqual([]);
  expect(valuesOf(settings, 'account_defaults.alternatebiddercodes', 'account_defaults.hooks.execution_plan')).toEqual([
    { enabled: true, bidders: { PubMatic: { enabled: true, allowedbiddercodes: ['groupm'] } } },
    { endpoints: { '/openrtb2/auction': { stages: { entrypoint: { groups: [{ timeout: 5, hook_sequence: [] }] } } } } },
  ]);
});

test('invalid alternate bidder codes, plans and limits of floors stop the start', () => {
  const { errors } = read(`
account_defaults:
  alternatebiddercodes: { enabled: maybe }
  hooks: { execution_plan: ${plan('entrypoint', 'soon')} }
  price_floors.fetch: { max_rules: -1, max_file_size_kb: -2 }
  events: { enabled: true, vast_events: [{ create_element: tracking }] }
`);
  expect(withoutPlace(errors)).toEqual([
    'account_defaults.alternatebiddercodes.enabled: Invalid input: expected boolean, received string',
    'account_defaults.events.vast_events[0].type: must be one of start, firstQuartile, midPoint, thirdQuartile, complete',
    'account_defaults.hooks.execution_plan.endpoints./openrtb2/auction.stages.entrypoint.groups[0].timeout: Invalid input: expected number, received string',
    'account_defaults.price_floors.fetch.max_rules: must not be negative, not -1',
    'account_defaults.price_floors.fetch.max_file_size_kb: must not be negative, not -2',
  ]);
});

test('a plan of an unknown stage stops the start', () => {
  const { errors } = read(`account_defaults: { hooks: { execution_plan: ${plan('nowhere', '5')} } }`);
  expect(errors).toEqual([
    expect.stringMatching(
      /^account_defaults\.hooks\.execution_plan\.endpoints\.\/openrtb2\/auction\.stages\.nowhere \(.*:1\): unknown stage/,
    ),
  ]);
});

test('an error in the default account of the Java variant names its key and the place in the JSON string', () => {
  const errors = (account: object): string[] =>
    withoutPlace(read(`settings.default-account-config: '${JSON.stringify(account)}'\n`, JAVA).errors);
  const planned = (name: string, groups: object[]): object => ({
    hooks: { 'execution-plan': { endpoints: { '/openrtb2/auction': { stages: { [name]: { groups } } } } } },
  });
  const at = 'settings.default-account-config, hooks.execution-plan.endpoints./openrtb2/auction.stages';

  expect(errors(planned('before-all', []))).toEqual([expect.stringContaining(`${at}.before-all: unknown stage`)]);
  expect(errors(planned('bidder-request', [{ timeout: 'x', 'hook-sequence': [{ 'hook-impl-code': 'a' }] }]))).toEqual([
    `${at}.bidder-request.groups[0].timeout: Invalid input: expected number, received string`,
    `${at}.bidder-request.groups[0].hook-sequence[0].module_code: Invalid input: expected string, received undefined`,
  ]);
  expect(errors({ privacy: { dsa: { default: { dsarequired: 'x' } } } })).toEqual([
    'settings.default-account-config, privacy.dsa.default: must be a DSA object as JSON',
  ]);
});

test('lifetimes of the host are the defaults of accounts; with variant java those of accounts are', () => {
  const text = 'cache: {default_ttl_seconds: {banner: 300, audio: 9}}\naccount_defaults: {cache_ttl: {banner: 5, video: 6}}\n';
  const made = [
    read(text),
    read(text, JAVA),
    read(`settings.default-account-config: '{"auction": {"banner-cache-ttl": 5}}'\n${text}`, JAVA),
  ];
  expect(made.map((settings) => [settings.errors, ...valuesOf(settings, 'account_defaults.cache_ttl')])).toMatchObject([
    [[], { banner: 300, video: 6, audio: 9 }],
    [[], { banner: 5, video: 6, audio: 0 }],
    [[], { banner: 5, video: 6, audio: 0 }],
  ]);
});

test('activities, and bidders of account settings, match in any case', () => {
  const text = `account_defaults:
  privacy: {allowactivities: {TRANSMITUFPD: {DEFAULT: false}, syncuser: {default: false}}}
  preferredmediatype: {APPNEXUS: banner, Mine: video}
  alternatebiddercodes: {bidders: {AppNexus: {enabled: true}}}
  bidadjustments: {mediatype: {banner: {APPNEXUS: {"*": []}}}}
`;
  const settings = readSettings({ files: [file(text)], environment: { ...GO }, bidders: ['appnexus'] });
  const groups = ['privacy.allowactivities', 'preferredmediatype', 'alternatebiddercodes.bidders', 'bidadjustments'] as const;
  expect([settings.errors, settings.warnings, ...valuesOf(settings, ...groups.map((group) => `account_defaults.${group}`))]).toEqual([
    [],
    [],
    { transmitUfpd: { default: false }, syncUser: { default: false } },
    { appnexus: 'banner', Mine: 'video' },
    { appnexus: { enabled: true } },
    { mediatype: { banner: { appnexus: { '*': [] } } } },
  ]);
});

test('names and types of activity controls that do not exist cause a warning each', () => {
  const rules = [{ condition: { componentType: ['Bidder', 'bidders'] }, allow: false }, { privacyreg: ['iab.us*', 'iab.eu*'] }];
  const allowactivities = { syncUsers: { default: false }, sync_user: { rules } };
  const modules = [{ code: 'iab.usgeneral' }, { code: 'iab.general' }];
  const { errors, warnings } = read(`account_defaults: ${JSON.stringify({ privacy: { allowactivities, modules } })}`);
  const at = 'account_defaults.privacy';
  expect([errors, withoutPlace(warnings)]).toEqual([
    [],
    [
      `${at}.allowactivities.sync_user.rules[0].condition.componentType[1]: there is no component of type bidders, only bidder, analytics, rtd, general`,
      `${at}.allowactivities.sync_user.rules[1].privacyreg[1]: there is no privacy module iab.eu*`,
      `${at}.modules[1].code: there is no privacy module iab.general`,
      `${at}.allowactivities.syncUsers: unknown option (did you mean syncUser?)`,
    ],
  ]);
});

test('words of account defaults that are replaced cause a warning each', () => {
  const defaults = { price_granularity: 'hihg', bid_rounding: 'sideways', preferredmediatype: { 'a-b': 'vdeo', c: 'video' } };
  const rules = ['is not the name of a price granularity; medium holds', 'must be down, true, timesplit or up; down holds'];
  const go = read(`account_defaults: ${JSON.stringify(defaults)}`);
  expect([go.errors, go.warnings]).toEqual([
    [],
    [
      expect.stringMatching(/^account_defaults\.price_granularity \(.*:1\): is not the name of a price granularity; medium holds$/),
      expect.stringMatching(/^account_defaults\.bid_rounding \(.*:1\): must be down, true, timesplit or up; down holds$/),
      expect.stringMatching(/^account_defaults\.preferredmediatype\.a-b \(.*:1\): must be banner, video, audio or native$/),
    ],
  ]);
  const account = { auction: { 'price-granularity': 'hihg', 'bid-rounding': 'sideways' } };
  const java = read(`settings.default-account-config: '${JSON.stringify(account)}'\n`, JAVA);
  const at = 'settings.default-account-config, auction';
  expect(withoutPlace(java.warnings)).toEqual([`${at}.price-granularity: ${rules[0]}`, `${at}.bid-rounding: ${rules[1]}`]);
  const known = { price_granularity: 'dense', bid_rounding: 'true' };
  expect(read(`account_defaults: ${JSON.stringify(known)}`).warnings).toEqual([]);
});
