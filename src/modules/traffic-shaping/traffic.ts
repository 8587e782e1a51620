/** The kinds of traffic of a request, and the bidders that are called in any case. */
import { isObject } from '#src/json/merge.ts';
import { countryCode } from '#src/openrtb/countries.ts';
import type { BidRequest, DeepReadonly, Imp } from '#src/openrtb/ortb.ts';
import type { Traffic } from './arms.ts';
import type { ShapingSettings } from './settings.ts';

const FORMATS = ['audio', 'banner', 'native', 'video'] as const;

/** The traffic of an imp: its formats joined by `+`. */
export const trafficOf = (accountId: string, imp: DeepReadonly<Imp>, request: DeepReadonly<Pick<BidRequest, 'device'>>): Traffic => ({
  accountId,
  format: FORMATS.filter((format) => imp[format] !== undefined).join('+'),
  country: countryCode(request.device?.geo?.country) ?? 'unknown',
});

/** Whether all bidders of an imp are called: it offers deals, or its responses are stored ones. */
export function isExempt({ pmp, ext }: DeepReadonly<Imp>): boolean {
  const srv = ext?.srv;
  return (pmp?.deals?.length ?? 0) > 0 || srv?.storedauctionresponse !== undefined || srv?.storedbidresponse !== undefined;
}

/** Whether the publisher sells deals of this bidder on the imp, by its params. */
const sellsDeals = (params: unknown): boolean =>
  isObject(params) && (params['dealTier'] !== undefined || params['dealsonly'] === true || params['pgdealsonly'] === true);

/** Whether a bidder is called in any case. */
export const isAlwaysCalled = (bidder: string, params: unknown, { exempt_bidders }: Pick<ShapingSettings, 'exempt_bidders'>): boolean =>
  exempt_bidders.includes(bidder) || sellsDeals(params);
