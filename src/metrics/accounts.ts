/** Families about accounts. Ids come from callers, so the number with series of their own is limited. */
import type { Auction } from '#src/auction/auction.ts';
import type { HostConfig } from '#src/config/schema.ts';
import type { Counter, Metrics } from '#src/platform/metrics.ts';
import { AccountDetails, verbosityOf } from './account-details.ts';
import { AccountModules } from './account-modules.ts';
import type { Checked } from './bidders.ts';
import { byBoundedLabel } from './labelled.ts';
import { hasStoredResponses } from './requests.ts';

export class AccountCounts {
  readonly #off: HostConfig['metrics']['disabled_metrics'];
  readonly #requests: (account: string) => Counter;
  readonly #debug: (account: string) => Counter;
  readonly #stored: (account: string) => Counter;
  readonly #checked: { readonly [what in Checked]: (account: string) => Counter };

  readonly #verbosity: ReturnType<typeof verbosityOf>;
  readonly #details: AccountDetails;
  readonly #modules: AccountModules;

  constructor(config: HostConfig['metrics'], metrics: Metrics) {
    const { max_accounts, disabled_metrics } = config;
    const family = (name: string, help: string, more = {}): ((account: string) => Counter) =>
      byBoundedLabel(max_accounts, (account) => metrics.counter(name, help, { account, ...more }));
    const checked = (what: Checked): ((account: string) => Counter) =>
      family(`account_response_validation_${what}`, 'Creatives that failed validation.', { success: 'success' });
    this.#off = disabled_metrics;
    this.#verbosity = verbosityOf(config);
    this.#details = new AccountDetails(max_accounts, metrics);
    this.#modules = new AccountModules(max_accounts, metrics);
    this.#requests = family('account_requests', 'Requests by account.');
    this.#debug = family('account_debug_requests', 'Requests with debug output, by account.');
    this.#stored = family('account_stored_responses', 'Requests with stored responses, by account.');
    this.#checked = {
      size_err: checked('size_err'),
      size_warn: checked('size_warn'),
      secure_err: checked('secure_err'),
      secure_warn: checked('secure_warn'),
    };
  }

  /** Counts according to the account's verbosity (Java variant's `metrics.verbosity-level`). */
  count(auction: Auction): void {
    const { accountId } = auction;
    const verbosity = this.#verbosity(auction);
    if (accountId === '' || verbosity === 'none') return;
    this.#requests(accountId).add();
    if (verbosity === 'basic') return;
    const all = verbosity === 'detailed';
    if ((all || !this.#off.account_debug) && auction.debug.shown) this.#debug(accountId).add();
    if ((all || !this.#off.account_stored_responses) && hasStoredResponses(auction)) this.#stored(accountId).add();
    if (auction.hooks && (all || !this.#off.account_modules_metrics)) this.#modules.count(auction);
    if (all) this.#details.count(auction);
  }

  checkFailed(auction: Auction, what: Checked): void {
    const { accountId } = auction;
    const verbosity = this.#verbosity(auction);
    if (accountId === '' || verbosity === 'none' || (verbosity === undefined && this.#off.account_adapter_details)) return;
    this.#checked[what](accountId).add();
  }
}
