/** Families only for accounts of verbosity `detailed`: their requests and their bidders' results. */
import type { Auction, RequestType } from '#src/auction/auction.ts';
import { coreOf } from '#src/auction/bidder-task.ts';
import type { HostConfig } from '#src/config/schema.ts';
import type { Counter, Histogram, Metrics } from '#src/platform/metrics.ts';
import { BUCKETS } from './buckets.ts';
import { byBoundedLabel, byLabel } from './labelled.ts';
import { REQUEST_TYPES } from './requests.ts';

export type Verbosity = 'none' | 'basic' | 'detailed';

/** The verbosity of each account: its own setting, else the host's. Undefined: the host's default for all of them. */
export function verbosityOf({
  accounts,
}: HostConfig['metrics']): (auction: Pick<Auction, 'account' | 'accountId'>) => Verbosity | undefined {
  const [basic, detailed] = [new Set(accounts.basic_verbosity), new Set(accounts.detailed_verbosity)];
  return ({ account, accountId }) =>
    account.metrics.verbosity_level ?? (detailed.has(accountId) ? 'detailed' : basic.has(accountId) ? 'basic' : accounts.default_verbosity);
}

interface BidderHandles {
  readonly bids: Counter;
  readonly noBids: Counter;
  readonly received: Counter;
  readonly seconds: Histogram;
}

interface Handles {
  readonly byType: (requestType: RequestType) => Counter;
  readonly rejected: Counter;
  readonly adapter: (code: string) => BidderHandles;
}

function handlesOf(metrics: Metrics, account: string): Handles {
  return {
    byType: byLabel((requestType) =>
      metrics.counter('account_requests_by_type', 'Requests by account and type.', {
        account,
        request_type: REQUEST_TYPES[requestType as RequestType],
      }),
    ),
    rejected: metrics.counter('account_requests_rejected', 'Rejected requests, by account.', { account }),
    adapter: byLabel((adapter) => bidderHandles(metrics, { account, adapter })),
  };
}

function bidderHandles(metrics: Metrics, labels: { readonly account: string; readonly adapter: string }): BidderHandles {
  const requestsOf = (has_bids: string): Counter =>
    metrics.counter('account_adapter_requests', 'Bidder calls, by account and by whether they returned bids.', { ...labels, has_bids });
  return {
    bids: requestsOf('true'),
    noBids: requestsOf('false'),
    received: metrics.counter('account_adapter_bids', 'Bids received, by account.', labels),
    seconds: metrics.histogram(
      'account_adapter_request_time_seconds',
      'Bidder response times in seconds, by account.',
      BUCKETS.requestSeconds,
      labels,
    ),
  };
}

export class AccountDetails {
  readonly #account: (id: string) => Handles;

  constructor(maxAccounts: number, metrics: Metrics) {
    this.#account = byBoundedLabel(maxAccounts, (account) => handlesOf(metrics, account));
  }

  count({ accountId, requestType, rejection, outcomes, tasks }: Auction): void {
    const account = this.#account(accountId);
    account.byType(requestType).add();
    if (rejection) account.rejected.add();
    for (const outcome of outcomes) {
      const { kind, ms, calls } = outcome;
      const handles = account.adapter(coreOf(outcome, tasks));
      (kind === 'bids' ? handles.bids : handles.noBids).add();
      handles.seconds.observe(ms / 1000);
      for (const { result } of calls) handles.received.add(result?.bids.length ?? 0);
    }
  }
}
