/** Topic `seat-non-bid`: reason codes, lists joined by seat, format in the response. */
import type { FailureKind } from '#src/auction/auction.ts';
import { nonBidCode } from '#src/auction/non-bid.ts';
import { appendNonBids, listNonBids, type NonBidsBySeat, rejectImps, type SeatNonBid } from '#src/auction/seat-non-bids.ts';
import { dialects } from '#test/helpers/dialects.ts';
import type { Row } from '../suites/tables.ts';

type Lists = { [seat: string]: SeatNonBid[] };
type In = {
  op: string;
  failure: string;
  to: Lists;
  lists: Lists[];
  seats: Lists | null;
  imps: string[] | null;
  reason: number;
  seat: string;
  before: Lists;
};

const FAILURES: Record<string, FailureKind> = { timeout: 'timeout', 'connection-refused': 'unreachable' };

const bySeat = (lists: Lists | null): NonBidsBySeat => new Map(Object.entries(lists ?? {}));
const shown = (seats: NonBidsBySeat): Record<string, unknown> => ({ seats: Object.fromEntries(seats) });

export function run(row: Row): Record<string, unknown> {
  const { op, failure, to, lists, seats, imps, reason, seat, before } = row.in as In;
  if (op === 'http') {
    // An unresolvable name counts as an unreachable host, whatever the message.
    const kind = FAILURES[failure] ?? (/host|dns|found|resolve/.test(failure) ? 'unreachable' : 'other');
    return { reason: nonBidCode({ failure: { kind, message: '' } }, dialects.go.collect) };
  }
  if (op === 'list') return { seatnonbid: listNonBids(bySeat(seats)) };
  if (op === 'reject-imps') {
    const made = bySeat(before);
    rejectImps(made, seat, imps ?? [], reason);
    return shown(made);
  }
  const joined = bySeat(to);
  for (const list of lists) appendNonBids(joined, bySeat(list));
  return shown(joined);
}
