/** Subscriptions compiled to functions: each checks only the fields its subscription has. */
import type { Matched } from './matched.ts';
import { isSampled, sampleNumber } from './sampling.ts';
import type { Subscription } from './subscription.ts';

/** Whether an event matches. */
export type Matcher = (event: Matched) => boolean;

/** Events of the host itself, and rollups, match all filters except that of kinds. */
const isUnfiltered = ({ kind }: Pick<Matched, 'kind'>): boolean => kind === 'admin' || kind === 'rollup';

/**
 * A subscription's matcher. Kinds without a bidder (`transition`, `cache`, `sync`) match the bidder filter, auctions match it if the bidder
 * took part. Events without the property that `outcome`, `state` or `min_ms` compares do not match.
 */
export function toMatcher(wanted: Subscription): Matcher {
  const passes = toFilter(wanted);
  const { sample } = wanted;
  if (sample >= 1) return passes;
  return (event) => passes(event) && isTaken(event, sample);
}

/** A subscription's matcher regardless of its sample. */
export function toFilter(wanted: Subscription): Matcher {
  const kinds = new Set<string>(wanted.kinds);
  const checks = checksOf(wanted);
  if (checks.length === 0) return ({ kind }) => kinds.has(kind);
  return (event) => kinds.has(event.kind) && (isUnfiltered(event) || checks.every((check) => check(event)));
}

/** Whether an event is in a sample of this share. */
export function isTaken(event: Matched, share: number): boolean {
  if (share >= 1 || isUnfiltered(event)) return true;
  const number = sampleNumber(event);
  return number === undefined || isSampled(number, share);
}

/** The share an event was taken at: the smaller one of the client's sample and of the sample it was recorded with. */
export const shareOf = (event: Matched & { readonly share: number }, { sample }: Pick<Subscription, 'sample'>): number =>
  (event.share >= 1 && sample >= 1) || isUnfiltered(event) || sampleNumber(event) === undefined ? 1 : Math.min(event.share, sample);

function checksOf({ account, auction, bidder, outcome, state, min_ms, find }: Subscription): Matcher[] {
  const checks: Matcher[] = [];
  if (account !== undefined) checks.push((event) => event.account === account);
  // Digits in a query are a number, which may also be the id of a request.
  const request = auction === undefined ? undefined : String(auction);
  if (auction !== undefined) checks.push((event) => event.auction === auction || event.request === request);
  if (bidder !== undefined) checks.push((event) => concerns(event, bidder));
  if (outcome !== undefined) checks.push(({ outcomes }) => outcomes?.includes(outcome) ?? false);
  if (state !== undefined) checks.push(({ states }) => states?.[state] !== undefined);
  if (min_ms !== undefined) checks.push((event) => (durationOf(event, state) ?? -1) >= min_ms);
  if (find !== undefined) checks.push(toSearch(find));
  return checks;
}

const durationOf = ({ ms, states }: Matched, state: string | undefined): number | undefined => (state === undefined ? ms : states?.[state]);

function toSearch(find: string): Matcher {
  const part = find.toLowerCase();
  const has = (text: string | undefined): boolean => text?.toLowerCase().includes(part) ?? false;
  return ({ request, account, bidder, bidders }) => has(request) || has(account) || has(bidder) || (bidders?.some(has) ?? false);
}

function concerns({ kind, bidder, bidders }: Matched, wanted: string): boolean {
  if (kind === 'auction') return bidders?.includes(wanted) ?? false;
  return bidder === undefined ? kind !== 'bid' && kind !== 'bidder' : bidder === wanted;
}
