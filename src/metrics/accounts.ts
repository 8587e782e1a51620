/** Families about accounts. Ids come from callers, so that only so many get series of their own. */
import type { Auction } from '#src/auction/auction.ts';
import type { HostConfig } from '#src/config/schema.ts';
import type { Counter, Metrics } from '#src/outside/metrics.ts';
import type { Checked } from './bidders.ts';
import { byBoundedLabel } from './labelled.ts';
import { hasStoredResponses } from './requests.ts';

export class AccountCounts {
  readonly #off: HostConfig['metrics']['disabled_metrics'];
  readonly #requests: (account: string) => Counter;
  readonly #debug: (account: string) => Counter;
  readonly #stored: (account: string) => Counter;
  readonly #checked: { readonly [what in Checked]: (account: string) => Counter };

  constructor({ max_accounts, disabled_metrics }: HostConfig['metrics'], metrics: Metrics) {
    const family = (name: string, help: string, more = {}): ((account: string) => Counter) =>
      byBoundedLabel(max_accounts, (account) => metrics.counter(name, help, { account, ...more }));
    const checked = (what: Checked): ((account: string) => Counter) =>
      family(`account_response_validation_${what}`, 'Creatives that failed a check.', { success: 'success' });
    this.#off = disabled_metrics;
    this.#requests = family('account_requests', 'Requests by account.');
    this.#debug = family('account_debug_requests', 'Requests answered with debug output, by account.');
    this.#stored = family('account_stored_responses', 'Requests with stored responses, by account.');
    this.#checked = {
      size_err: checked('size_err'),
      size_warn: checked('size_warn'),
      secure_err: checked('secure_err'),
      secure_warn: checked('secure_warn'),
    };
  }

  /** An account may want no series of its own (Java variant's `metrics.verbosity-level`). */
  count(auction: Auction): void {
    const { accountId, account } = auction;
    if (accountId === '' || account.metrics.verbosity_level === 'none') return;
    this.#requests(accountId).add();
    if (!this.#off.account_debug && auction.debug.shown) this.#debug(accountId).add();
    if (!this.#off.account_stored_responses && hasStoredResponses(auction)) this.#stored(accountId).add();
  }

  faulty({ accountId, account }: Auction, what: Checked): void {
    if (this.#off.account_adapter_details || accountId === '' || account.metrics.verbosity_level === 'none') return;
    this.#checked[what](accountId).add();
  }
}
