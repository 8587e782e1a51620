/** Topic `floors-enrich`: floors applied to a request. */
import { makeConverter, type RateTable } from '#src/auction/adjust/currency.ts';
import { memberOf } from '#src/auction/enrich/floors/read.ts';
import { signalFloors } from '#src/auction/enrich/floors.ts';
import { OWN } from '#src/auction/findings.ts';
import type { AccountInput } from '#src/config/account.ts';
import type { BidRequest } from '#src/wire/ortb.ts';
import { anAuction } from '#test/auction/adjust/arrange.ts';
import { testServices } from '#test/helpers/services.ts';
import type { Row } from '../suites/tables.ts';

type In = { rates: RateTable; request: BidRequest | null; account: AccountInput['price_floors'] };

export function run(row: Row): Record<string, unknown> {
  const { rates, request, account } = row.in as In;
  const services = testServices({ settings: { price_floors: { enabled: true } }, rates: { current: () => rates } });
  const auction = anAuction(services, request ?? { imp: [] }, { price_floors: account });
  auction.convert = makeConverter(auction.request, services);
  signalFloors(auction, services);
  const [imp] = auction.request.imp;
  const floors = auction.request.ext?.srv?.floors;
  return {
    bidfloor: imp?.bidfloor,
    bidfloorcur: imp?.bidfloorcur,
    location: memberOf(floors, 'location'),
    skipped: memberOf(floors, 'skipped'),
    schemaVersion: memberOf(memberOf(floors, 'data'), 'floorsschemaversion'),
    error: auction.findings.errors.get(OWN)?.[0]?.message ?? null,
  };
}
