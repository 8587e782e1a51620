/** Topic `alternate-bidder-codes`: seats other than the bidder itself. */
import { alternateCodesOf, codesForBidder, codesOfBidder, seatError } from '#src/auction/alternate-codes.ts';
import type { AlternateBidderCodes } from '#src/openrtb/ext.ts';
import type { Row } from '../suites/tables.ts';

type In = {
  op: string;
  bidder: string;
  seat: string;
  settings: AlternateBidderCodes;
  account: AlternateBidderCodes | null;
  request: AlternateBidderCodes | null;
};

export function run(row: Row): Record<string, unknown> {
  const { op, bidder, seat, settings, account, request } = row.in as In;
  if (op === 'found') {
    const found = codesOfBidder(settings, bidder);
    return { found: found !== undefined, settings: found ?? {} };
  }
  if (op === 'request-over-account') return { settings: alternateCodesOf(request, account) ?? null };
  if (op === 'for-bidder') return { settings: codesForBidder(alternateCodesOf(request, account), bidder) };
  const error = seatError(bidder, seat, settings);
  return { valid: error === undefined, error: error ?? null };
}
