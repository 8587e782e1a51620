/** The number and ids of imps. */
import type { Auction } from '../auction.ts';
import { WARN } from '../diagnostics.ts';
import type { Services } from '../services.ts';

/** Drops imps beyond the account's limit. */
export function limitImps(auction: Auction, { dialect }: Services): void {
  const { impression_limit: limit } = auction.account;
  const { imp: imps } = auction.request;
  if (limit <= 0 || imps.length <= limit) return;
  auction.request.imp = imps.slice(0, limit);
  const message = `Only first ${limit} impressions were kept due to the limit, all the subsequent impressions have been dropped for the auction`;
  dialect.validate.warn(auction.diagnostics, WARN.unknown, message);
}

/** Ids of sixteen digits. */
const LOWEST = 1_000_000_000_000_000n;

/** Blank ids become random ones; if two are equal, all become `1` to `n`. Data recorded by imp id is moved to the new ids. */
export function giveImpIds(auction: Auction, { config, random }: Services): void {
  if (!config.rules.generateImpIds) return;
  const { imp: imps } = auction.request;
  const before = imps.map(({ id }) => id);
  for (const imp of imps) if (!imp.id?.trim()) imp.id = String(LOWEST + (random.bits63() % (9n * LOWEST)));
  if (new Set(imps.map(({ id }) => id)).size < imps.length) for (const [i, imp] of imps.entries()) imp.id = String(i + 1);
  if (auction.imps.size === 0 || imps.every(({ id }, i) => id === before[i])) return;
  const info = imps.map((imp, i) => [imp.id, auction.imps.get(before[i] ?? '')] as const);
  auction.imps.clear();
  for (const [id, each] of info) if (each) auction.imps.set(id, each);
}
