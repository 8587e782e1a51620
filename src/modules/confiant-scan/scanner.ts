/** Submits bids to the vendor's scan, which the vendor can switch off. */
import { errorMessage } from '#src/lang/error-message.ts';
import type { ScriptConnection } from '#src/net/redis-scripts.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Log } from '#src/platform/log.ts';
import { isSkipped, parseScan, type ScanResponse } from './parse-response.ts';

/** ms between checks without a connection. */
const RECHECK_MS = 1000;

export interface ScannerOptions {
  readonly read: ScriptConnection;
  readonly write: ScriptConnection;
  readonly apiKey: string;
  readonly checkEveryMs: number;
  readonly clock: Clock;
  readonly log: Log;
}

export class Scanner {
  readonly #options: ScannerOptions;
  #isOn = false;
  #stopTimer: (() => void) | undefined;
  #closed = false;
  #isFailing = false;

  constructor(options: ScannerOptions) {
    this.#options = options;
  }

  /** Whether bids can be submitted now. */
  get isReady(): boolean {
    return this.#isOn && this.#options.read.isReady;
  }

  /** Checks the vendor's switch now and then regularly, until closed. Never rejects. */
  async start(): Promise<void> {
    await this.#check();
    if (this.#closed) return;
    const { read, checkEveryMs, clock } = this.#options;
    // Without a connection there is nothing to wait for but the connection.
    this.#stopTimer = clock.after(read.isReady ? checkEveryMs : Math.min(checkEveryMs, RECHECK_MS), () => void this.start());
  }

  close(): void {
    this.#closed = true;
    this.#stopTimer?.();
    this.#options.read.close();
    this.#options.write.close();
  }

  /** @param data the request and its bids as JSON text; undefined: the nodes are unavailable */
  async submit(data: string): Promise<ScanResponse | undefined> {
    const { read, write, apiKey, log } = this.#options;
    try {
      const first = await this.#run(read, [data, apiKey, 'true']);
      const response = first && isSkipped(first) ? await this.#run(write, [data, apiKey]) : first;
      if (this.#isFailing) log.info({}, 'ad scan recovered');
      this.#isFailing = false;
      return response;
    } catch (cause) {
      // Once per outage, not once per auction.
      if (!this.#isFailing) log.warn({ error: errorMessage(cause) }, 'ad scan failed');
      this.#isFailing = true;
      return undefined;
    }
  }

  async #run(node: ScriptConnection, args: string[]): Promise<ScanResponse | undefined> {
    const hash = await this.#options.read.get('function_submit_bids');
    if (hash === null) return undefined;
    const response = await node.evalsha(hash, ...args);
    return typeof response === 'string' ? parseScan(response) : undefined;
  }

  /** Without a connection scanning is off; a failing or missing switch means on. */
  async #check(): Promise<void> {
    const { read } = this.#options;
    if (!read.isReady) {
      this.#isOn = false;
      return;
    }
    try {
      const disabled = await read.get('scan-disabled');
      this.#isOn = disabled?.toLowerCase() !== 'true';
    } catch {
      this.#isOn = true;
    }
  }
}
