/** What bidders were sent about the user's previous auctions. */

import { chip, clock, h } from './dom.js';
import { table } from './table.js';

const KINDS = { won: 'good', lost: '', 'no-bid': '', returned: '', rejected: 'bad', error: 'bad', timeout: 'warn', dropped: 'warn' };

const cpm = (value, currency) => (value === undefined ? '' : { by: value, shown: `${Number(value.toFixed(4))} ${currency ?? ''}`.trim() });

const rowOf = (bidder, info) => [
  bidder,
  { by: info.timestamp, shown: clock(info.timestamp) },
  info.adUnitCode ?? info.impid,
  chip(info.outcome, KINDS[info.outcome]),
  info.reason ?? '',
  cpm(info.bidderCpm ?? info.bidderOriginalCpm, info.bidderCpm === undefined ? info.bidderOriginalCurrency : info.bidderCurrency),
  cpm(info.minBidToWin, info.bidderCurrency),
];

/** @param previous of a tap's auction; undefined: no bidder takes part */
export function previousTable(previous) {
  const rows = previous.flatMap(({ bidder, infos }) => infos.map((info) => rowOf(bidder, info)));
  if (rows.length === 0) {
    const names = previous.map(({ bidder }) => bidder).join(', ');
    return h('p', { class: 'empty' }, `Nothing was known of this user for ${names}.`);
  }
  return table(['Bidder', 'Time', 'Ad unit', 'Outcome', 'Reason', '#Own bid, CPM', '#Min. bid to win, CPM'], rows);
}
