/** Topic `alternate-bidder-codes`: seats other than the bidder itself. */
import { alternateCodesOf, codesForBidder, codesOfBidder, seatError } from '#src/auction/alternate-codes.ts';
import type { AlternateBidderCodes } from '#src/openrtb/ext.ts';
import type { Row } from '../suites/tables.ts';

type In = {
  op: string;
  bidder: string | null;
  seat: string | null;
  settings: AlternateBidderCodes | null;
  account: AlternateBidderCodes | null;
  request: AlternateBidderCodes | null;
};

export function run(row: Row): Record<string, unknown> {
  const { op, settings, account, request, ...names } = row.in as In;
  const bidder = names.bidder ?? '';
  if (op === 'found') {
    const found = codesOfBidder(settings ?? undefined, bidder);
    return { found: found !== undefined, settings: found ?? {} };
  }
  if (op === 'request-over-account') return { settings: alternateCodesOf(request, account) ?? null };
  if (op === 'for-bidder') return { settings: codesForBidder(alternateCodesOf(request, account), bidder) };
  const error = seatError(bidder, names.seat ?? '', settings ?? undefined);
  return { valid: error === undefined, error: error ?? null };
}
