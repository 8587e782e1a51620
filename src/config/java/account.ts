/**
 * Account settings in the Java variant's format, converted to our keys; our own keys are unchanged. Kebab-case keys are accepted like
 * snake_case ones.
 */

import { copyJson, isObject, isUnsafeKey, mergePatch } from '#src/json/merge.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import { toSnake } from '../keys.ts';

/** Fields whose keys are chosen by others (bidders, modules, media types, deals). */
const FREE = new Set(['preferredmediatype', 'bidadjustments', 'config', 'default', 'execution_plan', 'admin', 'alternatebiddercodes']);
/** Maps from an arbitrary name to settings with names of ours. */
const NAMED = new Set(['bidders', 'allowactivities']);

/** Converts `bannerCacheTtl` to `banner_cache_ttl`; a run of capitals is one word. */
const fromCamel = (key: string): string =>
  /[a-z][A-Z]/.test(key) ? key.replaceAll(/(?<=[a-z])[A-Z]+/g, (letters) => `_${letters}`).toLowerCase() : key;

/** In lists, which merging treats as values, a null field counts as absent here. */
function snakeKeys(value: unknown, isMap = false, inList = false): unknown {
  if (Array.isArray(value)) return value.map((item) => snakeKeys(item, false, true));
  if (!isObject(value)) return value;
  const renamed: Ext = {};
  for (const key in value) {
    if (isUnsafeKey(key) || (inList && value[key] === null)) continue;
    const name = isMap ? key : fromCamel(toSnake(key));
    const isFree = FREE.has(name) || (name === 'modules' && !Array.isArray(value[key]));
    renamed[name] = !isMap && isFree ? value[key] : snakeKeys(value[key], !isMap && NAMED.has(name), inList);
  }
  return renamed;
}

const objectAt = (holder: Ext, name: string): Ext => {
  const found = holder[name];
  return isObject(found) ? found : {};
};

/** Sets `to[as]`; of an option that is there already under another key, fields that only it has remain. */
function add(to: Ext, as: string, value: unknown): void {
  to[as] = isObject(value) && isObject(to[as]) ? mergePatch(copyJson(to[as]), copyJson(value)) : value;
}

/** Adds `from[name]` as `to[as]` if it is present. */
function put(to: Ext, as: string, from: Ext, name: string): void {
  if (from[name] !== undefined) add(to, as, from[name]);
}

/** Keys without a Go variant equivalent: accepted without separators, in any case. */
function apart(holder: Ext, name: string): void {
  const sought = name.replaceAll('_', '');
  for (const key of Object.keys(holder)) {
    if (key.toLowerCase() !== sought) continue;
    put(holder, name, holder, key);
    delete holder[key];
  }
}

/** Fields of `auction` that keep their names. */
const SAME_IN_AUCTION =
  'default_integration debug_allow truncate_target_attr price_granularity bid_rounding preferredmediatype cache ranking impression_limit profiles secondary_bidders bidadjustments events price_floors'.split(
    ' ',
  );

const KNOWN_IN_AUCTION = new Set([
  ...SAME_IN_AUCTION,
  'banner_cache_ttl',
  'video_cache_ttl',
  'bid_validations',
  'targeting',
  'privacysandbox',
]);

/** Unknown fields of `auction`, by path. */
export function unknownAuctionKeys(settings: Ext): Ext {
  const auction = objectAt(snakeKeys(settings) as Ext, 'auction');
  return Object.fromEntries(
    Object.entries(auction).flatMap(([name, value]) => (KNOWN_IN_AUCTION.has(name) ? [] : [[`auction.${name}`, value]])),
  );
}

function fromAuction(auction: Ext, account: Ext): void {
  for (const name of SAME_IN_AUCTION) put(account, name, auction, name);
  const { banner_cache_ttl: banner, video_cache_ttl: video } = auction;
  if (banner !== undefined || video !== undefined) {
    account['cache_ttl'] = {
      ...objectAt(account, 'cache_ttl'),
      ...(banner === undefined ? {} : { banner }),
      ...(video === undefined ? {} : { video }),
    };
  }
  put(account, 'validations', auction, 'bid_validations');
  const { prefix, ...flags } = objectAt(auction, 'targeting');
  if (prefix !== undefined) account['targeting_prefix'] = prefix;
  if (Object.keys(flags).length > 0) add(account, 'targeting', flags);
  if (isObject(auction['privacysandbox'])) {
    account['privacy'] = { ...objectAt(account, 'privacy'), privacysandbox: auction['privacysandbox'] };
  }
}

function toRequestTypes(holder: Ext): void {
  const { pbjs, ...channels } = objectAt(holder, 'channel_enabled');
  if (pbjs !== undefined) holder['channel_enabled'] = { ...channels, web: channels['web'] ?? pbjs };
}

const ONE_TREATMENT: { readonly [name: string]: Ext } = {
  ignore: { enabled: false },
  'no-access-allowed': { enabled: true, access_allowed: false },
  'access-allowed': { enabled: true, access_allowed: true },
};

/** `purposes.p1` … to `purpose1` …: `enforce-purpose` determines both whether and how. */
function fromGdpr(gdpr: Ext): Ext {
  const { purposes, special_features: features, purpose_one_treatment_interpretation: treatment, eea_countries: countries, ...rest } = gdpr;
  toRequestTypes(rest);
  if (typeof countries === 'string') rest['eea_countries'] = countries.split(',').map((code) => code.trim());
  else if (countries !== undefined) rest['eea_countries'] = countries;
  for (const [name, rule] of Object.entries(isObject(purposes) ? purposes : {})) {
    if (!/^p\d+$/.test(name) || !isObject(rule)) continue;
    const { enforce_purpose: mode, ...others } = rule;
    const how = mode === 'no' ? { enforce_purpose: false } : { enforce_purpose: true, enforce_algo: mode };
    rest[`purpose${name.slice(1)}`] = typeof mode === 'string' ? { ...others, ...how } : rule;
  }
  const sf1 = isObject(features) ? features['sf1'] : undefined;
  if (isObject(sf1)) rest['special_feature1'] = sf1;
  const chosen = typeof treatment === 'string' ? ONE_TREATMENT[treatment.replaceAll('_', '-')] : undefined;
  if (chosen) rest['purpose_one_treatment'] = chosen;
  return rest;
}

const CONDITION: { readonly [name: string]: string } = {
  component_type: 'componentType',
  component_name: 'componentName',
  gpp_sid: 'gppSid',
};

function fromActivities(activities: Ext): Ext {
  const camel = (condition: unknown): unknown =>
    isObject(condition)
      ? Object.fromEntries(Object.entries(condition).map(([name, value]) => [CONDITION[name] ?? name, value]))
      : condition;
  const renamed: Ext = {};
  for (const [name, activity] of Object.entries(activities)) {
    const rules = isObject(activity) ? activity['rules'] : undefined;
    if (!isObject(activity) || !Array.isArray(rules)) renamed[name] = activity;
    else
      renamed[name] = {
        ...activity,
        rules: rules.map((rule) => (isObject(rule) ? { ...rule, condition: camel(rule['condition']) } : rule)),
      };
  }
  return renamed;
}

/** A `privacy` of null, which removes the host's defaults, or of a wrong type is left as it is. */
function fromPrivacy(account: Ext): void {
  if (!isObject(account['privacy'])) return;
  const { gdpr, ccpa, ...privacy } = account['privacy'];
  if (isObject(gdpr)) add(account, 'gdpr', fromGdpr(gdpr));
  if (isObject(ccpa)) {
    toRequestTypes(ccpa);
    add(account, 'ccpa', ccpa);
  }
  if (isObject(privacy['allowactivities'])) privacy['allowactivities'] = fromActivities(privacy['allowactivities']);
  const sandbox = objectAt(privacy, 'privacysandbox');
  apart(objectAt(sandbox, 'cookiedeprecation'), 'ttl_sec');
  if (Array.isArray(privacy['modules'])) {
    privacy['modules'] = privacy['modules'].map((each: unknown) => {
      if (!isObject(each)) return each;
      const { skip_rate: rate, ...rest } = each;
      return { ...rest, skipRate: each['skipRate'] ?? rate ?? 0 };
    });
  }
  delete account['privacy'];
  if (Object.keys(privacy).length > 0) account['privacy'] = privacy;
}

function fromCookieSync(sync: Ext): Ext {
  const { pri, coop_sync: coop, ...rest } = sync;
  if (Array.isArray(pri)) rest['priority_groups'] = [pri];
  if (isObject(coop) && coop['default'] !== undefined) rest['default_coop_sync'] = coop['default'];
  return rest;
}

function fromAlternateCodes(codes: Ext): Ext {
  const bidders: Ext = {};
  for (const [name, each] of Object.entries(objectAt(codes, 'bidders'))) {
    const { allowed_bidder_codes: allowed, ...rest } = isObject(each) ? each : {};
    bidders[name] = allowed === undefined ? rest : { ...rest, allowedbiddercodes: allowed };
  }
  return { ...codes, bidders };
}

/** The Go variant's old name of `events.enabled`. */
function fromOldSwitch(account: Ext): void {
  const { events_enabled: enabled, ...rest } = account;
  if (enabled === undefined) return;
  delete account['events_enabled'];
  account['events'] = { enabled, ...objectAt(rest, 'events') };
}

/** One account's settings under our keys, from either format. The input is not modified. */
export function toAccountInput(settings: Ext): Ext {
  const given = snakeKeys(settings) as Ext;
  const { auction, status, alternate_bidder_codes: alternates, ...account } = given;
  if (typeof status === 'string') account['disabled'] = status.toLowerCase() === 'inactive';
  if (typeof account['id'] === 'number') account['id'] = String(account['id']);
  if (isObject(auction)) fromAuction(auction, account);
  fromOldSwitch(account);
  fromPrivacy(account);
  const treatment = objectAt(objectAt(account, 'gdpr'), 'purpose_one_treatment');
  apart(treatment, 'access_allowed');
  if (isObject(account['cookie_sync'])) account['cookie_sync'] = fromCookieSync(account['cookie_sync']);
  if (isObject(alternates)) account['alternatebiddercodes'] = fromAlternateCodes(alternates);
  return account;
}
