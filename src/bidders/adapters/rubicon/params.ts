/** Publishers' params of an imp. */
import { z } from 'zod';
import { readerOf } from '../../kit/reader.ts';

const id = z.union([z.number(), z.string()]);

const readGiven = readerOf(
  z.object({
    accountId: id,
    siteId: id,
    zoneId: id,
    inventory: z.unknown(),
    visitor: z.unknown(),
    keywords: z.array(z.string()),
    bidonmultiformat: z.boolean(),
    video: z.object({ size_id: z.int(), skip: z.int(), skipdelay: z.int() }),
    debug: z.object({ cpmoverride: z.number() }),
  }),
);

export interface Params extends Omit<Exclude<ReturnType<typeof readGiven>, string>, 'accountId' | 'siteId' | 'zoneId'> {
  readonly accountId: number;
  readonly siteId: number;
  readonly zoneId: number;
}

/** The params, or the decoder's message; ids are integers, written as numbers or strings. */
export function readParams(bidder: unknown): Params | string {
  const given = readGiven(bidder ?? null);
  if (typeof given === 'string') return given;
  const { siteId = '', zoneId = '', accountId = '' } = given;
  const bad = [siteId, zoneId, accountId].find((one) => !/^[+-]?\d{1,18}$/.test(String(one)));
  if (bad !== undefined) return `strconv.ParseInt: parsing ${JSON.stringify(String(bad))}: invalid syntax`;
  return { ...given, siteId: Number(siteId), zoneId: Number(zoneId), accountId: Number(accountId) };
}

/** A price that replaces those of all bids for an imp, for tests; 0: none. */
export function priceOverride(bidder: unknown): number {
  const given = readGiven(bidder);
  return typeof given === 'string' ? 0 : (given.debug?.cpmoverride ?? 0);
}
