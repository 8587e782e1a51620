/** Families about bidders by type of request and media, and their number: the Java variant's names have them, those of the Go variant do not. */
import type { Auction, RequestType } from '#src/auction/auction.ts';
import { coreOf } from '#src/auction/bidder-task.ts';
import type { Services } from '#src/auction/services.ts';
import type { TypedBid } from '#src/bidders/bidder.ts';
import type { HostConfig } from '#src/config/schema.ts';
import type { Counter, Metrics } from '#src/platform/metrics.ts';
import { BidderTcf } from './bidder-tcf.ts';
import { byBoundedLabel, byLabel } from './labelled.ts';
import { REQUEST_TYPES } from './requests.ts';

/** Whether the host has readers of these names. */
export const hasBidderTypes = ({ rules, metrics }: Pick<HostConfig, 'rules' | 'metrics'>): boolean =>
  rules.countBidderTypes || metrics.prometheus.java_names;

interface Handles {
  readonly byRequest: (type: string) => Counter;
  readonly adm: (media: string) => Counter;
  readonly nurl: (media: string) => Counter;
}

function handlesOf(metrics: Metrics, adapter: string): Handles {
  const bids = (delivery: string) =>
    byLabel((media_type) =>
      metrics.counter('adapter_bids_by_type', 'Bids received, by media type and delivery of their creative.', {
        adapter,
        media_type,
        delivery,
      }),
    );
  return {
    byRequest: byLabel((type) =>
      metrics.counter('adapter_requests_by_type', 'Bidder calls, by type of the request.', {
        adapter,
        request_type: REQUEST_TYPES[type as RequestType],
      }),
    ),
    adm: bids('adm'),
    nurl: bids('nurl'),
  };
}

/** Requests may name any number of aliases. */
const MAX_NUMBERS = 200;

export class BidderTypes {
  readonly #adapter: (code: string) => Handles;
  readonly #number: (bidders: string) => Counter;
  readonly #tcf: BidderTcf;

  constructor({ metrics, bidders }: Pick<Services, 'metrics' | 'bidders'>) {
    this.#adapter = byLabel((adapter) => handlesOf(metrics, adapter));
    this.#number = byBoundedLabel(MAX_NUMBERS, (number) =>
      metrics.counter('requests_by_bidders', 'Requests by the number of their bidders.', { bidders: number }),
    );
    this.#tcf = new BidderTcf(metrics, bidders);
  }

  count(auction: Auction): void {
    const { requestType, outcomes, tasks, rejection } = auction;
    const blocked = this.#tcf.count(auction, REQUEST_TYPES[requestType]);
    if (!rejection) this.#number(String(outcomes.length + blocked)).add();
    for (const outcome of outcomes) {
      const handles = this.#adapter(coreOf(outcome, tasks));
      handles.byRequest(requestType).add();
      for (const { result } of outcome.calls) for (const bid of result?.bids ?? []) countBid(handles, bid);
    }
  }
}

function countBid({ adm, nurl }: Handles, { bid, type }: TypedBid): void {
  if (type !== '') (bid.adm ? adm : nurl)(type).add();
}
