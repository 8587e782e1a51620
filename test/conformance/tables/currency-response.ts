/** Topic `currency-response`: the currency a bidder's responses are converted to. */

import { collectBids } from '#src/auction/adjust.ts';
import { makeConverter, pickCurrency, type RateTable } from '#src/auction/pricing/currency.ts';
import { anAuction, aTypedBid, response } from '#test/auction/adjust/arrange.ts';
import { testServices } from '#test/helpers/services.ts';
import type { Row } from '../suites/tables.ts';

type In = {
  requestCurrencies: string[] | null;
  responseCurrency?: string;
  answers?: { currency?: string | null; price?: number | null }[] | null;
  rates: RateTable | null;
};

export function run(row: Row): Record<string, unknown> {
  const { requestCurrencies, responseCurrency, answers, rates } = row.in as In;
  const services = testServices({ rates: { current: () => rates ?? {} } });
  const auction = anAuction(services, { cur: requestCurrencies ?? [] });
  auction.convert = makeConverter(auction.request, services);
  if (!answers) {
    const picked = pickCurrency(requestCurrencies ?? undefined, responseCurrency, auction.convert);
    return 'error' in picked ? picked : { picked: picked.value.to, error: false };
  }
  response(
    auction,
    'bidder',
    ...answers.map(({ currency, price }) => ({ currency: currency ?? '', bids: [aTypedBid({ price: price ?? 0 })] })),
  );
  collectBids(auction, services);
  const seat = auction.seats.get('bidder');
  const bids = (seat?.bids ?? []).map(({ bid, originalCurrency }) => ({
    currency: seat?.currency,
    price: bid.price,
    originalBidCur: originalCurrency,
  }));
  const errors = (auction.diagnostics.errors.get('bidder') ?? []).map(({ message }) => asError(message));
  return { bids, bidCount: bids.length, errors };
}

function asError(message: string): unknown {
  const found = /^Currency conversion rate not found: '(\w+)' => '(\w+)'$/.exec(message);
  return found ? { from: found[1], to: found[2] } : { message };
}
