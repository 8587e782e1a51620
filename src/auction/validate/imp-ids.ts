/** How many imps there are and what they are called (auction-request.md 12.11, and section 3 for the Java variant's ids). */
import type { Auction } from '../auction.ts';
import { WARN } from '../findings.ts';
import type { Services } from '../services.ts';

/** Keeps the first imps where the account sets a limit. */
export function limitImps(auction: Auction, { dialect }: Services): void {
  const { impression_limit: limit } = auction.account;
  const { imp: imps } = auction.request;
  if (limit <= 0 || imps.length <= limit) return;
  auction.request.imp = imps.slice(0, limit);
  const text = `Only first ${limit} impressions were kept due to the limit, all the subsequent impressions have been dropped for the auction`;
  dialect.validate.warn(auction.findings, WARN.unknown, text);
}

/** Ids of sixteen digits. */
const LOWEST = 1_000_000_000_000_000n;

/** Blank ids become random ones; if two are the same, all become `1` to `n`. Facts kept of imps follow their new names. */
export function giveImpIds(auction: Auction, { config, random }: Services): void {
  if (!config.rules.generateImpIds) return;
  const { imp: imps } = auction.request;
  const before = imps.map(({ id }) => id);
  for (const imp of imps) if (!imp.id?.trim()) imp.id = String(LOWEST + (random.bits63() % (9n * LOWEST)));
  if (new Set(imps.map(({ id }) => id)).size < imps.length) for (const [i, imp] of imps.entries()) imp.id = String(i + 1);
  if (auction.imps.size === 0 || imps.every(({ id }, i) => id === before[i])) return;
  const facts = imps.map((imp, i) => [imp.id, auction.imps.get(before[i] ?? '')] as const);
  auction.imps.clear();
  for (const [id, each] of facts) if (each) auction.imps.set(id, each);
}
