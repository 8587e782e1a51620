import { expect, it } from 'vitest';
import { applyDealTiers } from '#src/auction/target/deal-tiers.ts';
import { anAuction, validRequest } from '#test/helpers/auction.ts';
import { aBid, collectBids, targetingSettings } from '#test/helpers/bids.ts';
import { testServices } from '#test/helpers/services.ts';

function reported(variant: 'go' | 'java', dealTier: object | undefined) {
  const services = testServices({ settings: { variant } });
  const imp = validRequest().imp.map((each) => ({ ...each, id: 'imp-1', ext: { srv: { bidder: { alpha: { dealTier } } } } }));
  const request = { ...validRequest(), imp, ext: { srv: { supportdeals: true } } };
  const auction = anAuction(services, request, { targeting: targetingSettings({}) });
  collectBids(auction, aBid({ impid: 'imp-1' }, { seat: 'alpha', bidder: 'alpha', targetCode: 'alpha', dealPriority: 5 }));
  applyDealTiers(auction, services);
  return auction.diagnostics.errors.get('srv')?.map(({ message }) => message);
}

it('reports what is wrong with a deal tier in the Java variant; the Go variant says that it is invalid', () => {
  const lead = "for bidder 'alpha', imp ID 'imp-1'";
  expect(reported('java', undefined)).toEqual([`DealTier configuration not defined ${lead}`]);
  expect(reported('java', { minDealTier: 5 })).toEqual([
    `DealTier configuration not valid ${lead} with a reason: dealTier.prefix empty string or null`,
  ]);
  expect(reported('java', { prefix: 'tier', minDealTier: 0 })).toEqual([
    `DealTier configuration not valid ${lead} with a reason: dealTier.minDealTier should be larger than 0, but was 0`,
  ]);
  expect(reported('java', { prefix: 'tier', minDealTier: 5 })).toBeUndefined();
  expect(reported('go', undefined)).toEqual([`dealTier configuration invalid ${lead}`]);
});
