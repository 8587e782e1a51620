/** Whether bids and creatives of an auction notify the host of events. */

/** Event settings of an auction. */
export interface EventRules {
  /** Bids receive win and impression addresses. */
  readonly urls: boolean;
  /** Video bids receive them too, and addresses contain the auction's id. */
  readonly withAuction: boolean;
  /** VAST receives our impression tracker. */
  readonly vast: boolean;
}
