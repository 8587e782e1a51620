/** The host's currency rates: read from a file, fetched again and again in the background, dropped when they get too old. */
import { readFileSync } from 'node:fs';
import type { RateTable } from '#src/auction/adjust/currency.ts';
import type { HostRates } from '#src/auction/services.ts';
import type { HostConfig } from '#src/config/schema.ts';
import { toCurrency } from '#src/wire/currency-codes.ts';
import { isObject } from '#src/wire/merge.ts';
import type { Clock } from './clock.ts';
import type { FetchText } from './fetch-text.ts';
import type { Log } from './log.ts';

const MAX_BYTES = 4 * 1024 * 1024;

export interface RatesEnv {
  readonly clock: Clock;
  readonly log: Log;
  readonly fetchText: FetchText;
  readonly readFile?: ((path: string) => string) | undefined;
}

/** What the admin endpoint shows. */
export interface RatesInfo {
  readonly active: boolean;
  readonly source: string;
  readonly fetchIntervalMs: number;
  /** Epoch ms; undefined: never. */
  readonly updatedAt: number | undefined;
  readonly rates: RateTable | undefined;
}

/** Rates in the body of a provider; pairs nobody can use are left out. @throws Error where there is no table at all */
export function parseRates(text: string): RateTable {
  const parsed: unknown = JSON.parse(text);
  const conversions: unknown = isObject(parsed) ? parsed['conversions'] : undefined;
  if (!isObject(conversions)) throw new Error('there is no object `conversions`');
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
  return table;
}

/** Rates kept up to date until `stop`. A failed fetch keeps the old ones (auction-exchange.md 6.2). */
export class FetchedRates implements HostRates {
  readonly #options: HostConfig['currency_converter'];
  readonly #env: RatesEnv;
  #table: RateTable | undefined;
  #updatedAt: number | undefined;
  #stopTimer: (() => void) | undefined;
  #stopped = false;

  constructor(options: HostConfig['currency_converter'], env: RatesEnv) {
    this.#options = options;
    this.#env = env;
  }

  /** Reads the file at once; resolves after the first fetch, well or not. Never rejects. */
  async start(): Promise<void> {
    if (this.#options.file) this.#read(this.#options.file);
    if (this.#options.fetch_url) await this.#refresh();
  }

  stop(): void {
    this.#stopped = true;
    this.#stopTimer?.();
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
    return this.#env.clock.now() - this.#updatedAt > stale_rates_seconds * 1000;
  }

  #read(path: string): void {
    const readFile = this.#env.readFile ?? ((file: string) => readFileSync(file, 'utf8'));
    try {
      this.#keep(parseRates(readFile(path)));
    } catch (cause) {
      this.#env.log.warn({ err: cause, path }, 'currency rates file cannot be read');
    }
  }

  async #refresh(): Promise<void> {
    const { fetch_url, fetch_timeout_ms, fetch_interval_seconds } = this.#options;
    try {
      const { status, text } = await this.#env.fetchText(fetch_url, { timeoutMs: fetch_timeout_ms, maxBytes: MAX_BYTES });
      if (status >= 400) throw new Error(`the provider answered ${status}`);
      this.#keep(parseRates(text));
    } catch (cause) {
      this.#env.log.warn({ err: cause, url: fetch_url }, 'currency rates cannot be fetched');
    }
    if (this.#stopped || fetch_interval_seconds === 0) return;
    this.#stopTimer = this.#env.clock.after(fetch_interval_seconds * 1000, () => void this.#refresh());
  }

  #keep(table: RateTable): void {
    this.#table = table;
    this.#updatedAt = this.#env.clock.now();
  }
}
