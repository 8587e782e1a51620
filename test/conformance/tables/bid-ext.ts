/** Topic `bid-ext`: `bid.ext` of the response. */
import type { ImpContext } from '#src/auction/auction.ts';
import { bidExt } from '#src/auction/response/bid-ext.ts';
import type { MediaType } from '#src/bidders/bidder.ts';
import type { BidExt, BidSrv } from '#src/openrtb/ext.ts';
import { aBid } from '#test/helpers/bids.ts';
import type { Row } from '../suites/tables.ts';

export function run({ in: given }: Row): Record<string, unknown> {
  const ext = given['ext'] as BidExt | string | null;
  if (typeof ext === 'string') return readable(ext);
  const srv = (given['srv'] ?? {}) as BidSrv;
  const imps = given['impInfo'] as Record<string, ImpContext> | null;
  const bid = aBid(
    { impid: 'test_imp_id', ext: ext ?? undefined },
    {
      type: srv.type as MediaType,
      meta: srv.meta,
      core: 'adapter',
      originalPrice: Number(given['origbidcpm'] ?? 0),
      originalCurrency: String(given['origbidcur'] ?? ''),
    },
  );
  return { ext: bidExt(bid, imps?.['test_imp_id']) };
}

/** A bid ext that is not JSON never becomes a bid. */
function readable(json: string): Record<string, unknown> {
  try {
    return { ext: JSON.parse(json) as unknown };
  } catch (cause) {
    return { error: String(cause) };
  }
}
