/** Ad-server targeting rules of the request, put on every returned bid (auction-exchange.md 16). */
import type { AdServerTargeting } from '#src/wire/ext.ts';
import type { Bid, BidResponse } from '#src/wire/ortb.ts';
import type { Auction, KeyCutting } from '../auction.ts';
import { GENERAL, WARN } from '../findings.ts';
import { cutKey } from '../target/key-names.ts';
import { type Looked, type RequestValue, requestValue, responseValue } from './custom-values.ts';

const DEFAULT_KEY_LENGTH = 20;

export type Source = 'static' | 'bidrequest' | 'bidresponse';

/** A rule that can be carried out. */
export interface Rule {
  readonly key: string;
  readonly source: Source;
  readonly value: string;
}

/** Longest key under an account's setting; what is not above zero counts as unset. */
export const keyLimit = (truncate: number | undefined): number => (truncate !== undefined && truncate > 0 ? truncate : DEFAULT_KEY_LENGTH);

const isSource = (text: string): text is Source => text === 'static' || text === 'bidrequest' || text === 'bidresponse';

/** The usable rules, and what is wrong with the others. */
export function usableRules(entries: readonly AdServerTargeting[]): { rules: Rule[]; faults: string[] } {
  const rules: Rule[] = [];
  const faults: string[] = [];
  for (const [index, entry] of entries.entries()) {
    const { key, value } = entry ?? {};
    const source = typeof entry?.source === 'string' ? entry.source.toLowerCase() : '';
    const tell = (fault: string): unknown => faults.push(`${fault} for the ad server targeting object at index ${index}`);
    if (!key) tell('Key is empty');
    else if (!value) tell('Value is empty');
    else if (!isSource(source)) tell('Incorrect source');
    else rules.push({ key: String(key), source, value: String(value) });
  }
  return { rules, faults };
}

/** `{{BIDDER}}` in a key is the bid's seat. */
export const keyFor = (key: string, seat: string): string => key.replaceAll('{{BIDDER}}', seat);

/** Adds the values told by the request; a value for each imp as that bid's imp has it. */
export function addRequestValues(
  values: ReadonlyMap<string, RequestValue>,
  keys: { [key: string]: string },
  impId: string,
): { [key: string]: string } {
  for (const [key, value] of values) {
    const text = 'single' in value ? value.single : value.byImp[impId];
    if (text !== undefined) keys[key] = text;
  }
  return keys;
}

/** The bid's `ext` with more targeting; the given one is not changed. A whole key is overwritten, whatever becomes of cut ones. */
export function withTargeting(ext: Bid['ext'], keys: { readonly [key: string]: string }, max: number, cutting?: KeyCutting): Bid['ext'] {
  const targeting = { ...ext?.srv?.targeting };
  for (const key of Object.keys(keys)) {
    const name = cutKey(key, max);
    if (name !== key) cutting?.cut?.add(key);
    if (name === key || !cutting?.firstStays || !Object.hasOwn(targeting, name)) targeting[name] = keys[key] ?? '';
  }
  return { ...ext, srv: { ...ext?.srv, targeting } };
}

/**
 * The response with the rules' values on its bids; problems are told as warnings.
 * @param likeJava that variant adds them to bids that have targeting, and tells no problems
 */
export function applyCustomTargeting(auction: Auction, response: BidResponse, likeJava = false): BidResponse {
  const entries = entriesOf(auction);
  if (entries.length === 0 || !response.seatbid || response.seatbid.length === 0) return response;
  const { rules, faults } = usableRules(entries);
  const warn = (fault: string): void => {
    if (!likeJava) auction.findings.warn(GENERAL, WARN.adServerTargeting, fault);
  };
  for (const fault of faults) warn(fault);
  const values = requestValues(rules, auction, warn, likeJava);
  const max = auction.targeting?.maxKeyLength ?? keyLimit(auction.account.truncate_target_attr);
  const onBids = rules.filter(({ source }) => source === 'bidresponse');
  const seatbid = response.seatbid.map((seatBid) => ({
    ...seatBid,
    bid: seatBid.bid.map((bid) => {
      if (likeJava && !bid.ext?.srv?.targeting) return bid;
      const seat = seatBid.seat ?? '';
      const own = addRequestValues(values, {}, bid.impid);
      const keys = Object.fromEntries(Object.entries(own).map(([key, value]) => [keyFor(key, seat), value]));
      for (const rule of onBids) {
        const found = responseValue(rule.value, bid, seatBid.ext, response, likeJava);
        if (found.fault === undefined) keys[keyFor(rule.key, seat)] = found.value;
        else warn(`${found.fault} for bidder: ${seat}, bid id: ${bid.id}`);
      }
      return Object.keys(keys).length > 0 ? { ...bid, ext: withTargeting(bid.ext, keys, max, auction.targeting?.cutting) } : bid;
    }),
  }));
  return { ...response, seatbid };
}

function entriesOf({ adServerTargeting, request }: Auction): readonly AdServerTargeting[] {
  if (adServerTargeting.length > 0) return adServerTargeting;
  const asked: unknown = request.ext?.srv?.adservertargeting;
  return Array.isArray(asked) ? asked : [];
}

/** Values that do not depend on bids, by key; a later rule that fails leaves an earlier one's value. */
function requestValues(
  rules: readonly Rule[],
  auction: Auction,
  warn: (fault: string) => void,
  likeJava: boolean,
): Map<string, RequestValue> {
  const values = new Map<string, RequestValue>();
  for (const { key, source, value } of rules) {
    if (source === 'bidresponse') continue;
    const found: Looked<RequestValue> =
      source === 'static'
        ? { value: { single: value } }
        : requestValue(value, auction.resolvedRequest ?? auction.request, auction.incoming.query, likeJava);
    if (found.fault === undefined) values.set(key, found.value);
    else warn(found.fault);
  }
  return values;
}
