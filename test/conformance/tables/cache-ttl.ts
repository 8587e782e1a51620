/** Topic `cache-ttl`: lifetime of a cached bid in seconds, by either rule. */
import { firstTtl, ttlWithBuffer } from '#src/auction/cache/ttl.ts';
import { firstDifference } from '../compare.ts';
import type { Row } from '../suites/tables.ts';

type Seconds = number | null | undefined;

export function run({ in: given }: Row): Record<string, unknown> {
  const { bid, imp, request, account, mediaType, default: standard, buffer } = given as Record<string, Seconds>;
  if (given['op'] === 'go') return { ttl: ttlWithBuffer(bid, imp, standard, buffer ?? 0) };
  return { ttl: firstTtl(bid, imp, request, account, mediaType, standard) ?? null };
}

/** The documented rule (bid before imp) or the smaller of both: the rows permit either. */
export function compare({ out }: Row, { ttl }: Record<string, unknown>): string | undefined {
  if (out['writtenRule'] !== undefined && out['writtenRule'] === ttl) return undefined;
  return firstDifference(out['ttl'], ttl, { emptyIsAbsent: true }, '$.ttl');
}
