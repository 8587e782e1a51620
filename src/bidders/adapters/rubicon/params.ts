/** Publishers' params of an imp. */

import { z } from 'zod';
import type { Result } from '#src/lang/result.ts';
import { readerOf, type ValueOf } from '../../kit/reader.ts';

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

export interface Params extends Omit<ValueOf<typeof readGiven>, 'accountId' | 'siteId' | 'zoneId'> {
  readonly accountId: number;
  readonly siteId: number;
  readonly zoneId: number;
}

/** The params, or the decoder's message; ids are integers, written as numbers or strings. */
export function readParams(bidder: unknown): Result<Params> {
  const given = readGiven(bidder ?? null);
  if ('error' in given) return given;
  const { siteId = '', zoneId = '', accountId = '' } = given.value;
  const bad = [siteId, zoneId, accountId].find((one) => !/^[+-]?\d{1,18}$/.test(String(one)));
  if (bad !== undefined) return { error: `strconv.ParseInt: parsing ${JSON.stringify(String(bad))}: invalid syntax` };
  return { value: { ...given.value, siteId: Number(siteId), zoneId: Number(zoneId), accountId: Number(accountId) } };
}

/** A price that replaces those of all bids for an imp, for tests; 0: none. */
export function priceOverride(bidder: unknown): number {
  const given = readGiven(bidder);
  return 'error' in given ? 0 : (given.value.debug?.cpmoverride ?? 0);
}
