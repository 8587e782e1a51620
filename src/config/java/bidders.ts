/** Bidder settings of the Java variant. */
import { isObject } from '#src/json/merge.ts';
import type { Rule } from '../input/rewrite.ts';
import { asFlag, asList, ignored, moves } from '../input/rule.ts';

const AT = 'adapters.<name>';

/** A mapping is passed on as a JSON string; adapters read their parts of it. */
const asString = (value: unknown): unknown => (isObject(value) || Array.isArray(value) ? JSON.stringify(value) : value);

/** Settings of single bidders in that variant, unused here for all others. */
const OWN = [
  'default_subdomain',
  'dev_endpoint',
  'eu_endpoint',
  'generate_bid_id',
  'iab_categories',
  'pg_endpoint',
  'target_currency',
  'test_endpoint',
  'video_endpoint',
  'whitelist',
];

/** A setting that is a part of a bidder's extra info here. @param as converts its value; an empty one is absent */
const inExtraInfo = (key: string, part: string, as: (value: unknown) => unknown = (value) => value): Rule => ({
  key: `${AT}.${key}`,
  to: [`${AT}.extra_info`],
  as: (value) => (value === '' ? undefined : JSON.stringify({ [part]: as(value) })),
});

/** An alias is a separate bidder with all keys of a bidder. */
const ALIASES: readonly Rule[] = [
  { key: `${AT}.aliases.<name>`, to: ['adapters.<2>.alias_of'], as: (_value, _settingOf, [bidder]) => bidder, stays: true },
  { key: `${AT}.aliases.<name>`, to: ['adapters.<2>'] },
];

/** In order of application. */
export const BIDDER_RULES: readonly Rule[] = [
  ...ALIASES,
  ...moves({
    [`${AT}.ortb_version`]: `${AT}.openrtb.version`,
    [`${AT}.ortb.multiformat_supported`]: `${AT}.openrtb.multiformat_supported`,
    [`${AT}.meta_info.maintainer_email`]: `${AT}.maintainer.email`,
    [`${AT}.meta_info.app_media_types`]: `${AT}.capabilities.app`,
    [`${AT}.meta_info.site_media_types`]: `${AT}.capabilities.site`,
    [`${AT}.meta_info.dooh_media_types`]: `${AT}.capabilities.dooh`,
    [`${AT}.meta_info.currency_accepted`]: `${AT}.currency_accepted`,
    [`${AT}.meta_info.vendor_id`]: `${AT}.gvl_vendor_id`,
  }),
  ...ignored('nothing filters by them', `${AT}.meta_info.supported_vendors`),
  ...ignored(
    'usersync.redirect and usersync.iframe replaced it',
    `${AT}.usersync.redirect_url`,
    `${AT}.usersync.type`,
    `${AT}.usersync.url`,
  ),
  { ...inExtraInfo('default_subdomain', 'default_subdomain'), only: ['rediads'] },
  { ...inExtraInfo('dev_endpoint', 'dev_endpoint'), only: ['kobler'] },
  { ...inExtraInfo('generate_bid_id', 'generate_bid_id', asFlag), only: ['magnite', 'rubicon'] },
  { ...inExtraInfo('iab_categories', 'iab_categories'), only: ['appnexus', 'mediafuse'] },
  // The endpoint for guaranteed deals.
  { ...inExtraInfo('pg_endpoint', 'pg_endpoint'), only: ['smartadserver'] },
  { ...inExtraInfo('target_currency', 'target_currency'), only: ['aduptech'] },
  { ...inExtraInfo('video_endpoint', 'video_endpoint'), only: ['beachfront'] },
  { ...inExtraInfo('test_endpoint', 'test_endpoint'), only: ['minutemedia'] },
  { ...inExtraInfo('whitelist', 'publisher_whitelist', asList), only: ['triplelift_native'] },
  { key: `${AT}.eu_endpoint`, to: [`${AT}.extra_info`], only: ['adnuntius'] },
  ...ignored('that bidder has no such key', ...OWN.map((name) => `${AT}.${name}`)),
  { key: `${AT}.extra_info`, to: [`${AT}.extra_info`], as: asString },
];
