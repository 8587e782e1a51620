/** Ad-server targeting rules of the request, applied to every returned bid (docs/stages/respond.md#ad-server-targeting). */

import type { CustomTargetingDialect } from '#src/dialect/contract/custom-targeting.ts';
import { memo } from '#src/lang/memo.ts';
import type { Result } from '#src/lang/result.ts';
import type { AdServerTargeting } from '#src/openrtb/ext.ts';
import type { Bid, BidResponse } from '#src/openrtb/ortb.ts';
import type { Auction } from '../auction.ts';
import type { KeyTruncation } from '../response-settings.ts';
import { truncateKey } from '../target/key-names.ts';
import { type RequestValue, requestValue, responseValue } from './custom-values.ts';

const DEFAULT_KEY_LENGTH = 20;

export type Source = 'static' | 'bidrequest' | 'bidresponse';

/** A valid rule. */
export interface Rule {
  readonly key: string;
  readonly source: Source;
  readonly value: string;
}

/** Max key length by an account's setting; values that are not positive count as unset. */
export const keyLimit = (truncate: number | undefined): number => (truncate !== undefined && truncate > 0 ? truncate : DEFAULT_KEY_LENGTH);

const isSource = (text: string): text is Source => text === 'static' || text === 'bidrequest' || text === 'bidresponse';

/** The valid rules, and the errors of the others: one for each wrong field. */
export function usableRules(entries: readonly AdServerTargeting[]): { rules: Rule[]; errors: string[] } {
  const rules: Rule[] = [];
  const errors: string[] = [];
  for (const [index, entry] of entries.entries()) {
    const { key, value } = entry ?? {};
    const source = typeof entry?.source === 'string' ? entry.source.toLowerCase() : '';
    const report = (error: string): unknown => errors.push(`${error} for the ad server targeting object at index ${index}`);
    if (!key) report('Key is empty');
    if (!value) report('Value is empty');
    if (!isSource(source)) report('Incorrect source');
    else if (key && value) rules.push({ key: String(key), source, value: String(value) });
  }
  return { rules, errors };
}

/** `{{BIDDER}}` in a key is the bid's seat. */
export const keyFor = (key: string, seat: string): string => key.replaceAll('{{BIDDER}}', () => seat);

/** Adds the values from the request; imp-specific values are taken from that bid's imp. */
export function addRequestValues(
  values: ReadonlyMap<string, RequestValue>,
  keys: { [key: string]: string },
  impId: string,
): { [key: string]: string } {
  for (const [key, value] of values) {
    const text = 'single' in value ? value.single : ownValue(value.byImp, impId);
    if (text !== undefined) keys[key] = text;
  }
  return keys;
}

/** A bidder chooses the imp id of its bid, which may be the name of an inherited property. */
const ownValue = (byImp: { readonly [impId: string]: string }, impId: string): string | undefined =>
  Object.hasOwn(byImp, impId) ? byImp[impId] : undefined;

/** The bid's `ext` with more targeting; the input is not modified. A full key is overwritten, whatever happens to truncated ones. */
export function withTargeting(
  ext: Bid['ext'],
  keys: { readonly [key: string]: string },
  max: number,
  truncation?: KeyTruncation,
): Bid['ext'] {
  const targeting = { ...ext?.srv?.targeting };
  for (const key of Object.keys(keys)) {
    const name = truncateKey(key, max);
    if (name !== key) truncation?.truncated?.add(key);
    if (name === key || !truncation?.firstWins || !Object.hasOwn(targeting, name)) targeting[name] = keys[key] ?? '';
  }
  return { ...ext, srv: { ...ext?.srv, targeting } };
}

/** The response with the rules' values on its bids; problems become warnings, even without bids. */
export function applyCustomTargeting(auction: Auction, response: BidResponse, dialect: CustomTargetingDialect): BidResponse {
  const entries = entriesOf(auction);
  if (entries.length === 0) return response;
  const { rules, errors } = usableRules(entries);
  const warn = (error: string): void => dialect.warn(auction.diagnostics, error);
  for (const error of errors) warn(error);
  const values = requestValues(rules, auction, warn, dialect);
  if (!response.seatbid || response.seatbid.length === 0) return response;
  const max = auction.targeting?.maxKeyLength ?? keyLimit(auction.account.truncate_target_attr);
  const onBids = rules.filter(({ source }) => source === 'bidresponse');
  const seatbid = response.seatbid.map((seatBid) => ({
    ...seatBid,
    bid: seatBid.bid.map((bid) => {
      if (dialect.targetedOnly && !bid.ext?.srv?.targeting) return bid;
      const seat = seatBid.seat ?? '';
      const own = addRequestValues(values, {}, bid.impid);
      const keys = Object.fromEntries(Object.entries(own).map(([key, value]) => [keyFor(key, seat), value]));
      for (const rule of onBids) {
        const found = responseValue(rule.value, bid, seatBid.ext, response, dialect);
        if ('error' in found) warn(`${found.error} for bidder: ${seat}, bid id: ${bid.id}`);
        else keys[keyFor(rule.key, seat)] = found.value;
      }
      return Object.keys(keys).length > 0 ? { ...bid, ext: withTargeting(bid.ext, keys, max, auction.targeting?.truncation) } : bid;
    }),
  }));
  return { ...response, seatbid };
}

function entriesOf({ adServerTargeting, request }: Auction): readonly AdServerTargeting[] {
  if (adServerTargeting.length > 0) return adServerTargeting;
  const requested: unknown = request.ext?.srv?.adservertargeting;
  return Array.isArray(requested) ? requested : [];
}

/** Values independent of bids, by key; a later rule that fails leaves an earlier one's value. */
function requestValues(
  rules: readonly Rule[],
  auction: Auction,
  warn: (error: string) => void,
  dialect: CustomTargetingDialect,
): Map<string, RequestValue> {
  const values = new Map<string, RequestValue>();
  const query = dialect.readsQuery ? auction.incoming.query : {};
  // Each path is looked up once: rules with the same one, and imps, may be thousands.
  const find = memo((path: string) => requestValue(path, auction.resolvedRequest ?? auction.request, query, dialect));
  for (const { key, source, value } of rules) {
    if (source === 'bidresponse') continue;
    const found: Result<RequestValue> = source === 'static' ? { value: { single: value } } : find(value);
    if ('error' in found) warn(found.error);
    else values.set(key, found.value);
  }
  return values;
}
