/** The keys of an account as its author wrote them, by the option they became here; for messages. */
import { isObject } from '#src/json/merge.ts';
import { joinKeys, type Key, uniform } from '../input/property.ts';

/** Our options under the Java variant's keys; the first match wins. */
const THEIRS: readonly (readonly [ours: RegExp, theirs: string])[] = [
  [/^cache_ttl\.(banner|video)/, 'auction.$1_cache_ttl'],
  [/^validations/, 'auction.bid_validations'],
  [/^targeting_prefix/, 'auction.targeting.prefix'],
  [/^privacy\.privacysandbox/, 'auction.privacysandbox'],
  [/^gdpr\.purpose_one_treatment/, 'privacy.gdpr.purpose_one_treatment_interpretation'],
  [/^gdpr\.special_feature(\d)/, 'privacy.gdpr.special_features.sf$1'],
  [/^gdpr\.purpose(\d+)\.enforce_algo/, 'privacy.gdpr.purposes.p$1.enforce_purpose'],
  [/^gdpr\.purpose(\d+)/, 'privacy.gdpr.purposes.p$1'],
  [/^(gdpr|ccpa)\.channel_enabled\.web/, 'privacy.$1.channel_enabled.pbjs'],
  [/^(gdpr|ccpa)/, 'privacy.$1'],
  [/^cookie_sync\.priority_groups(\.0)?/, 'cookie_sync.pri'],
  [/^cookie_sync\.default_coop_sync/, 'cookie_sync.coop_sync.default'],
  [/^alternatebiddercodes/, 'alternate_bidder_codes'],
  [/^/, 'auction.'],
];

/** The key of an option; an option the account does not set keeps our name. @param stored the account as written */
export function writtenAccountKey(stored: unknown, path: readonly PropertyKey[]): string {
  const option = path.map(String).join('.');
  const theirs = THEIRS.filter(([ours]) => ours.test(option)).map(([ours, key]) => option.replace(ours, key));
  const found = [option, ...theirs].map((key) => writtenAs(stored, key)).find((key) => key !== undefined);
  return found ?? joinKeys(path.map((key) => (typeof key === 'number' ? key : String(key))));
}

/** A key in any spelling of its levels, as it is written; undefined: it is not set. */
export function writtenAs(holder: unknown, path: string): string | undefined {
  const keys: Key[] = [];
  let at = holder;
  for (const name of path.split('.')) {
    const key = Array.isArray(at)
      ? Number(name)
      : isObject(at)
        ? Object.keys(at).find((each) => uniform(each) === uniform(name))
        : undefined;
    at = key === undefined ? undefined : (at as { readonly [key: Key]: unknown })[key];
    if (key === undefined || at === undefined) return undefined;
    keys.push(key);
  }
  return joinKeys(keys);
}
