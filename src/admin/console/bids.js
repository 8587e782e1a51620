/** The bids of one auction: the way of each price to its bucket, what became of the bid and why, and who did not bid. */
import { chip, h } from './dom.js';
import { table } from './table.js';

const KINDS = { won: 'good', returned: 'good', lost: '', rejected: 'bad', dropped: 'warn' };

/** A price with at most four decimals. */
const cpm = (value) => String(Number(value.toFixed(4)));

/** From the bidder's price to the bucket: `2.4 EUR → 2.62 USD → × 0.9 = 2.36 USD → floor 1.5 USD → bucket 2.30`. */
function stepsOf({ originalPrice, originalCurrency, convertedPrice, currency = '', price, floor, floorCurrency, priceBucket }) {
  const factor = price !== undefined && convertedPrice > 0 ? cpm(price / convertedPrice) : '1';
  return [
    `${cpm(originalPrice)} ${originalCurrency}`,
    convertedPrice !== undefined && currency !== originalCurrency && `${cpm(convertedPrice)} ${currency}`,
    factor !== '1' && `× ${factor} = ${cpm(price)} ${currency}`,
    floor !== undefined && `floor ${cpm(floor)} ${floorCurrency}`,
    priceBucket !== undefined && `bucket ${priceBucket}`,
  ].filter(Boolean);
}

/** Lines break between steps, never inside one. */
const pathOf = (bid) =>
  h(
    'span',
    { class: 'price-path' },
    stepsOf(bid).flatMap((step, index) => [index > 0 && ' → ', h('span', { class: index === 0 ? 'first' : undefined }, step)]),
  );

const rowOf = (bid) => [
  bid.bidder === bid.seat ? bid.bidder : `${bid.bidder} as ${bid.seat}`,
  bid.imp,
  bid.type,
  { by: bid.price ?? bid.originalPrice, shown: pathOf(bid) },
  h('span', { class: 'chips' }, chip(bid.outcome, KINDS[bid.outcome]), bid.deal && chip(`deal ${bid.deal}`)),
  bid.reason ?? (bid.cacheId ? 'cached' : ''),
];

/** Elements: a table of the bids, and one of the bidders and imps without a bid. */
export function bidTables({ bids, nonBids, bidders }) {
  const withoutBid = nonBids.filter(({ seat, imp }) => !bids.some((bid) => bid.seat === seat && bid.imp === imp));
  const emptyMessage = bidders.length === 0 ? 'No bids: no bidder was called.' : 'No bids.';
  return [
    bids.length > 0
      ? table(['Bidder', 'Imp', 'Type', 'Price, CPM', 'Outcome', 'Reason'], bids.map(rowOf))
      : h('p', { class: 'empty' }, emptyMessage),
    withoutBid.length > 0 &&
      table(
        ['Bidder', 'Imp', 'Reason'],
        withoutBid.map(({ seat, imp, reason, code }) => [seat, imp, `${reason} (${code})`]),
        { caption: 'Without a bid' },
      ),
  ];
}
