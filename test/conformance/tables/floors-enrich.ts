/** Topic `floors-enrich`: floors applied to a request. */

import { OWN } from '#src/auction/diagnostics.ts';
import { fieldOf } from '#src/auction/floors/read.ts';
import { signalFloors } from '#src/auction/floors/signal.ts';
import { makeConverter, type RateTable } from '#src/auction/pricing/currency.ts';
import type { AccountInput } from '#src/config/account.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { anAuction } from '#test/auction/adjust/arrange.ts';
import { testServices } from '#test/helpers/services.ts';
import type { Row } from '../suites/tables.ts';

type In = { rates: RateTable | null; request: BidRequest | null; account: AccountInput['price_floors'] | null };

export function run(row: Row): Record<string, unknown> {
  const { rates, request, account } = row.in as In;
  const services = testServices({ settings: { price_floors: { enabled: true } }, rates: { current: () => rates ?? {} } });
  const auction = anAuction(services, { ...request, imp: request?.imp ?? [] }, { price_floors: account ?? undefined });
  auction.convert = makeConverter(auction.request, services);
  signalFloors(auction, services);
  const [imp] = auction.request.imp;
  const floors = auction.request.ext?.srv?.floors;
  return {
    bidfloor: imp?.bidfloor,
    bidfloorcur: imp?.bidfloorcur,
    location: fieldOf(floors, 'location'),
    skipped: fieldOf(floors, 'skipped'),
    schemaVersion: fieldOf(fieldOf(floors, 'data'), 'floorsschemaversion'),
    error: auction.diagnostics.errors.get(OWN)?.[0]?.message ?? null,
  };
}
