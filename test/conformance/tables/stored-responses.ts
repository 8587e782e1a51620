/** Topic `stored-responses`: what imps declare, and the texts found for it. */
import type { Auction, StoredBidResponse } from '#src/auction/auction.ts';
import { keepStoredAnswers, readStoredAnswers } from '#src/auction/validate/stored-responses.ts';
import { extFault } from '#src/wire/ext-shapes.ts';
import type { BidRequest } from '#src/wire/ortb.ts';
import { dialects } from '#test/helpers/dialects.ts';
import type { Row } from '../suites/tables.ts';

type Texts = Record<string, string | null>;

export function run({ in: given }: Row): Record<string, unknown> {
  const { imp: imps } = given['request'] as BidRequest;
  for (const imp of imps) extFault('ImpSrv', imp.ext?.srv ?? {});
  const answers = readStoredAnswers(imps);
  if (given['op'] === 'errors') return { errors: answers.errors };
  const texts = new Map(Object.entries(given['stored'] as Texts).map(([id, text]) => [id, text ?? '']));
  const kept = { storedAuctionResponses: new Map<string, string>(), storedBidResponses: [] as StoredBidResponse[] };
  const errors = keepStoredAnswers(answers, texts, kept as unknown as Auction, dialects.go.stored);
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
