/** The rows of a waterfall: bidders in a chosen order, folded by outcome if there are many. */
import { millis } from './dom.js';

const OUTCOMES = ['bids', 'no-bid', 'timeout', 'error', 'rejected', 'unknown'];

const endOf = ({ startUs, ms }) => startUs / 1000 + ms;
const outcomeOf = ({ outcome = 'unknown' }) => outcome;

/** Orders of bidders. */
export const SORTS = {
  slowest: (a, b) => b.ms - a.ms,
  start: (a, b) => a.startUs - b.startUs || a.ms - b.ms,
  outcome: (a, b) => OUTCOMES.indexOf(outcomeOf(a)) - OUTCOMES.indexOf(outcomeOf(b)) || b.ms - a.ms,
  bidder: (a, b) => a.bidder.localeCompare(b.bidder, 'en', { numeric: true }),
};

const bidCount = (count) => (count > 0 ? `${count} bid${count > 1 ? 's' : ''}` : 'no bid');

/** The result of one call. */
function callResult({ failure, bids, stored }) {
  if (failure) return failure.kind;
  return stored ? `stored, ${bidCount(bids)}` : bidCount(bids);
}

/** A bidder's row, then one per call if there are several. */
function rowsOf(bidder, deadline) {
  const from = bidder.startUs / 1000;
  const outcome = outcomeOf(bidder);
  const { calls } = bidder;
  const isLate = outcome === 'timeout' || (deadline !== undefined && endOf(bidder) > deadline);
  const result = calls.length === 1 ? callResult(calls[0]) : calls.length === 0 ? outcome : `${calls.length} calls, ${outcome}`;
  const text = `${millis(bidder.ms)} · ${result}${isLate ? ' · late' : ''}`;
  const title = calls.map(({ failure }) => failure?.message).find(Boolean);
  const first = { name: bidder.bidder, from, to: endOf(bidder), outcome, text, title, isLate };
  if (calls.length < 2) return [first];
  const each = calls.map((call, index) => {
    const kind = call.failure ? (call.failure.kind === 'timeout' ? 'timeout' : 'error') : call.bids > 0 ? 'bids' : 'no-bid';
    return {
      name: `– call ${index + 1}`,
      from,
      to: from + call.ms,
      outcome: kind,
      text: `${millis(call.ms)} · ${callResult(call)}`,
      isLate: false,
    };
  });
  return [first, ...each];
}

/** @param opened outcomes whose bidders are shown although rows are folded */
export function groupRows(bidders, { sort, isFolded, opened, deadline }) {
  const sorted = bidders.toSorted(SORTS[sort]);
  if (!isFolded) return sorted.flatMap((bidder) => rowsOf(bidder, deadline));
  const groups = Map.groupBy(sorted, outcomeOf);
  return OUTCOMES.filter((outcome) => groups.has(outcome)).flatMap((outcome) => {
    const list = groups.get(outcome);
    const isOpen = opened.has(outcome);
    const [from, to] = [Math.min(...list.map(({ startUs }) => startUs / 1000)), Math.max(...list.map(endOf))];
    const [fastest, slowest] = [Math.min(...list.map(({ ms }) => ms)), Math.max(...list.map(({ ms }) => ms))];
    const text = `${list.length} bidder${list.length > 1 ? 's' : ''}, ${millis(fastest)} to ${millis(slowest)}`;
    const head = { name: `${isOpen ? '▾' : '▸'} ${outcome} · ${list.length}`, group: outcome, isOpen, from, to, outcome, text };
    return isOpen ? [head, ...list.flatMap((bidder) => rowsOf(bidder, deadline))] : [head];
  });
}
