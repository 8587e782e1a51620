/** The host's currency rates: read from a file, refreshed in the background, dropped when they expire. */
import { readFileSync } from 'node:fs';
import type { RateTable } from '#src/auction/pricing/currency.ts';
import type { HostRates } from '#src/auction/services.ts';
import type { HostConfig } from '#src/config/schema.ts';
import { withoutSecrets } from '#src/config/secrets.ts';
import { isObject } from '#src/json/merge.ts';
import { withoutMark } from '#src/lang/byte-order-mark.ts';
import type { FetchBody } from '#src/net/fetch-body.ts';
import { toCurrency } from '#src/openrtb/currency-codes.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Log } from '#src/platform/log.ts';
import type { Gauge, Metrics } from '#src/platform/metrics.ts';

const MAX_BYTES = 4 * 1024 * 1024;

export interface RatesEnv {
  readonly metrics?: Metrics | undefined;
  readonly clock: Clock;
  readonly log: Log;
  readonly fetchBody: FetchBody;
  readonly readFile?: ((path: string) => string) | undefined;
}

/** Data for the admin endpoint. */
export interface RatesInfo {
  readonly active: boolean;
  readonly source: string;
  readonly fetchIntervalMs: number;
  /** Epoch ms; undefined: never. */
  readonly updatedAt: number | undefined;
  readonly rates: RateTable | undefined;
}

/** Rates in a provider's response; invalid pairs are dropped. @throws Error if there is no table, or no rate in it */
export function parseRates(json: string): RateTable {
  const parsed: unknown = JSON.parse(json);
  const conversions: unknown = isObject(parsed) ? parsed['conversions'] : undefined;
  if (!isObject(conversions)) throw new Error('no object `conversions`');
  const table: { [from: string]: { [to: string]: number } } = {};
  for (const [base, row] of Object.entries(conversions)) {
    const from = toCurrency(base);
    if (!from || !isObject(row)) continue;
    const rates: { [to: string]: number } = {};
    for (const [code, rate] of Object.entries(row)) {
      const to = toCurrency(code);
      if (to && typeof rate === 'number' && rate > 0 && Number.isFinite(rate)) rates[to] = rate;
    }
    table[from] = rates;
  }
  if (Object.values(table).every((rates) => Object.keys(rates).length === 0)) throw new Error('no rates in `conversions`');
  return table;
}

/** Rates refreshed until `stop`. A failed fetch keeps the old ones. */
export class FetchedRates implements HostRates {
  readonly #options: HostConfig['currency_converter'];
  readonly #env: RatesEnv;
  readonly #stale: Gauge | undefined;
  #stopStaleTimer: (() => void) | undefined;
  #table: RateTable | undefined;
  #updatedAt: number | undefined;
  /** Monotonic: a corrected clock does not make rates older. */
  #updatedMicros = 0;
  #stopTimer: (() => void) | undefined;
  #stopped = false;

  constructor(options: HostConfig['currency_converter'], env: RatesEnv) {
    this.#options = options;
    this.#env = env;
    this.#stale = env.metrics?.gauge(
      'currency_rates_stale',
      'Whether currency rates are older than the host wants them; they are still used.',
    );
  }

  /** Reads the file at once; resolves after the first fetch, successful or not. Never rejects. */
  async start(): Promise<void> {
    if (this.#options.file) this.#read(this.#options.file);
    if (this.#options.fetch_url) await this.#refresh();
  }

  stop(): void {
    this.#stopped = true;
    this.#stopTimer?.();
    this.#stopStaleTimer?.();
  }

  current(): RateTable | undefined {
    return this.#isStale() ? undefined : this.#table;
  }

  info(): RatesInfo {
    const { fetch_url, file, fetch_interval_seconds } = this.#options;
    return {
      active: fetch_url !== '' || file !== '',
      source: fetch_url || file,
      fetchIntervalMs: fetch_interval_seconds * 1000,
      updatedAt: this.#updatedAt,
      rates: this.current(),
    };
  }

  #isStale(): boolean {
    const { stale_rates_seconds, fetch_url } = this.#options;
    if (stale_rates_seconds === 0 || !fetch_url || this.#updatedAt === undefined) return false;
    return this.#env.clock.micros() - this.#updatedMicros > stale_rates_seconds * 1e6;
  }

  #read(path: string): void {
    const readFile = this.#env.readFile ?? ((file: string) => readFileSync(file, 'utf8'));
    try {
      this.#store(parseRates(withoutMark(readFile(path))));
    } catch (cause) {
      this.#env.log.warn({ failure: cause, path }, 'reading the currency rates file failed');
    }
  }

  async #refresh(): Promise<void> {
    const { fetch_url, fetch_timeout_ms, fetch_interval_seconds } = this.#options;
    try {
      const { status, text } = await this.#env.fetchBody(fetch_url, { timeoutMs: fetch_timeout_ms, maxBytes: MAX_BYTES });
      if (status >= 400) throw new Error(`the provider responded with status ${status}`);
      this.#store(parseRates(text));
    } catch (cause) {
      this.#env.log.warn({ failure: cause, url: withoutSecrets(fetch_url, '***') }, 'fetching currency rates failed');
    }
    if (this.#stopped || fetch_interval_seconds === 0) return;
    this.#stopTimer = this.#env.clock.after(fetch_interval_seconds * 1000, () => void this.#refresh());
  }

  #store(table: RateTable): void {
    this.#table = table;
    this.#updatedAt = this.#env.clock.now();
    this.#updatedMicros = this.#env.clock.micros();
    this.#reportStale();
  }

  /** Reports rates as stale if they were not refreshed in time. */
  #reportStale(): void {
    const { stale_after_ms: afterMs } = this.#options.external_rates;
    this.#stopStaleTimer?.();
    this.#stale?.set(0);
    if (afterMs > 0 && this.#stale && !this.#stopped) this.#stopStaleTimer = this.#env.clock.after(afterMs, () => this.#stale?.set(1));
  }
}
