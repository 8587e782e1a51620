/** Recorded cases that a row of the decisions makes unreachable. Nothing else may be excused. Key: `suite/group/case name`. */

export interface Deviation {
  /** Row of `decisions.md`. */
  readonly row: number;
  readonly why: string;
}

export const deviations: Readonly<Record<string, Deviation>> = {
  'tables/bid-ext/empty-extension-non-empty-extbidsrv-and-valid-imp-ext-info': { row: 5, why: 'stored video attributes are under ext.srv' },
  'tables/bid-ext/valid-extension-with-srv-non-empty-extbidsrv-and-valid-imp-ext-info-with-video-attr': {
    row: 5,
    why: 'stored video attributes are under ext.srv',
  },
  'tables/targeting-keys/full-basic-targeting-with-multibid': { row: 15, why: '1.2 at increment 0.10 is 1.20' },
  'exchange/exchange-events/debuglog_disabled': { row: 15, why: '0.60 at increment 0.10 is 0.60' },
  'exchange/exchange-events/debuglog_enabled': { row: 15, why: '0.60 at increment 0.10 is 0.60' },
  'exchange/exchange-targeting/include-brand-category': { row: 15, why: '0.60 at increment 0.10 is 0.60' },
  'exchange/exchange-events/generate-bid-id-error': { row: 15, why: '0.30 at increment 0.10 is 0.30' },
  'exchange/exchange-multibid/multi-bids': { row: 15, why: '0.30 at increment 0.10 is 0.30' },
  'exchange/exchange-multibid/multi-bids-error': { row: 15, why: '0.30 at increment 0.10 is 0.30' },
  'exchange/exchange-multibid/multi-bids-with-extra-bids': { row: 15, why: '0.30 at increment 0.10 is 0.30' },
  'exchange/exchange-multibid/multi-bids-different-ortb-versions': { row: 31, why: 'COPPA takes user.eids along with buyeruid' },
  'exchange/exchange-response/fledge-no-bids': { row: 21, why: 'debug was not asked for, so nothing is said of it' },
  'exchange/exchange-targeting/targeting-cache-zero': { row: 5, why: 'cache ids are where the specification puts them' },
  'exchange/exchange-validation/bid_response_validation_enforce_one_bid_rejected': { row: 4, why: 'a bad server response has code 3' },
  'exchange/exchange-validation/bid_response_validation_enforce_secure': { row: 4, why: 'a bad server response has code 3' },
};
