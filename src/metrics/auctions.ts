/** The one place where a finished auction is counted (families: docs/METRICS.md). */
import type { Auction, EndpointName } from '#src/auction/auction.ts';
import { noticeCounter } from '#src/auction/collect/timeout-notice.ts';
import { nameBidders } from '#src/auction/privacy/metrics.ts';
import type { Services } from '#src/auction/services.ts';
import { enabledCodes } from '#src/bidders/registry.ts';
import { AccountCounts } from './accounts.ts';
import { BidderTypes, hasBidderTypes } from './bidder-types.ts';
import { BidderCounts } from './bidders.ts';
import { RequestCounts } from './requests.ts';

export class AuctionCounts {
  readonly #services: Services;
  readonly #requests: RequestCounts;
  readonly #bidders: BidderCounts;
  readonly #types: BidderTypes | undefined;
  readonly #accounts: AccountCounts;

  constructor(services: Services) {
    this.#services = services;
    this.#requests = new RequestCounts(services.metrics, services.config);
    this.#bidders = new BidderCounts(services);
    this.#types = hasBidderTypes(services.config) ? new BidderTypes(services) : undefined;
    this.#accounts = new AccountCounts(services.config.metrics, services.metrics);
    for (const success of ['ok', 'failed'] as const) noticeCounter(services.metrics, success);
    nameBidders(services.metrics, enabledCodes(services.bidders));
  }

  /** Counts an auction once, when its response is sent. Never throws. */
  ended(auction: Auction): void {
    const { clock, log } = this.#services;
    try {
      this.#requests.count(auction, (clock.micros() - auction.startedUs) / 1e6, clock.now());
      this.#accounts.count(auction);
      this.#types?.count(auction);
      if (this.#bidders.count(auction, (what) => this.#accounts.checkFailed(auction, what))) this.#requests.noTime();
    } catch (cause) {
      log.error({ err: cause, auction: auction.number }, 'counting an auction failed');
    }
  }

  /** A request rejected before it became an auction: the host is busy. */
  rejected(endpoint: EndpointName): void {
    this.#requests.rejected(endpoint);
  }
}
