/** Recorded cases that a documented decision makes unreachable. Nothing else may be excused. Key: `suite/group/case name`. */

export interface Deviation {
  /** Row of the decision. */
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
  'modules/rule-set/java/per-imp rule without a match falls to the default for the whole request': {
    row: 46,
    why: 'the default holds for the imp without a match alone',
  },
  'exchange/exchange-multibid/multi-bids-different-ortb-versions': { row: 31, why: 'COPPA takes user.eids along with buyeruid' },
};
