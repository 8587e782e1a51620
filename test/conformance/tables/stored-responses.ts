/** Topic `stored-responses`: declarations of imps, and their stored data. */
import type { Auction } from '#src/auction/auction.ts';
import type { StoredBidResponse } from '#src/auction/bidder-task.ts';
import { applyStoredResponses, readStoredResponses } from '#src/auction/validate/stored-responses.ts';
import { extError } from '#src/openrtb/ext-shapes.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { dialects } from '#test/helpers/dialects.ts';
import type { Row } from '../suites/tables.ts';

type Strings = Record<string, string | null>;

export function run({ in: given }: Row): Record<string, unknown> {
  const imps = (given['request'] as Partial<BidRequest> | null)?.imp ?? [];
  for (const imp of imps) extError('ImpSrv', imp.ext?.srv ?? {});
  const responses = readStoredResponses(imps);
  if (given['op'] === 'errors') return { errors: responses.errors };
  const messages = new Map(Object.entries((given['stored'] ?? {}) as Strings).map(([id, text]) => [id, text ?? '']));
  const kept = { storedAuctionResponses: new Map<string, string>(), storedBidResponses: [] as StoredBidResponse[] };
  const errors = applyStoredResponses(responses, messages, kept as unknown as Auction, dialects.go.stored);
  const bid: Record<string, Record<string, string>> = {};
  const replaceImpId: Record<string, Record<string, boolean>> = {};
  for (const each of kept.storedBidResponses) {
    bid[each.impId] = { ...bid[each.impId], [each.bidder]: each.body };
    replaceImpId[each.bidder] = { ...replaceImpId[each.bidder], [each.impId]: each.replaceImpId };
  }
  const none = kept.storedAuctionResponses.size === 0 && kept.storedBidResponses.length === 0;
  const auction = Object.fromEntries(kept.storedAuctionResponses);
  return none ? { errors, auction: null, bid: null, replaceImpId: null } : { errors, auction, bid, replaceImpId };
}
