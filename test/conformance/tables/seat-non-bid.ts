/** Topic `seat-non-bid`: reason codes, lists joined by seat, format in the response. */

import type { NonBid } from '#src/auction/bid.ts';
import type { FailureKind } from '#src/auction/bidder-task.ts';
import { nonBidCode } from '#src/auction/non-bid.ts';
import { groupNonBids, listNonBids, type SeatNonBid } from '#src/auction/seat-non-bids.ts';
import { dialects } from '#test/helpers/dialects.ts';
import type { Row } from '../suites/tables.ts';

type Lists = { [seat: string]: SeatNonBid[] };
type In = {
  op: string;
  failure: string;
  to: Lists | null;
  lists: (Lists | null)[] | null;
  seats: Lists | null;
  imps: string[] | null;
  reason: number | null;
  seat: string | null;
  before: Lists | null;
};

const FAILURES: Record<string, FailureKind> = { timeout: 'timeout', 'connection-refused': 'unreachable' };

/** The records of which an auction makes these lists. */
const recordsOf = (lists: Lists | null): NonBid[] =>
  Object.entries(lists ?? {}).flatMap(([seat, list]) =>
    (list ?? []).map(({ impid, statuscode }) => ({ seat, impId: impid, code: statuscode })),
  );
const grouped = (nonBids: readonly NonBid[]): Record<string, unknown> => ({ seats: Object.fromEntries(groupNonBids(nonBids)) });

export function run(row: Row): Record<string, unknown> {
  const { op, failure, to, lists, seats, imps, reason, seat, before } = row.in as In;
  if (op === 'http') {
    // An unresolvable name counts as an unreachable host, whatever the message.
    const kind = FAILURES[failure] ?? (/host|dns|found|resolve/.test(failure) ? 'unreachable' : 'other');
    return { reason: nonBidCode({ failure: { kind, message: '' } }, dialects.go.collect) };
  }
  if (op === 'list') return { seatnonbid: listNonBids(new Map(Object.entries(seats ?? {}))) };
  if (op === 'reject-imps') {
    return grouped([...recordsOf(before), ...(imps ?? []).map((impId) => ({ seat: seat ?? '', impId, code: reason ?? 0 }))]);
  }
  return grouped([to, ...(lists ?? [])].flatMap(recordsOf));
}
