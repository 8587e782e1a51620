/** HTTP calls with a circuit breaker per host: calls to a failing host fail at once, until a try after a pause succeeds. */
import { LRUCache } from 'lru-cache';
import type { HostConfig } from '#src/config/schema.ts';
import { entriesUpTo } from '#src/lang/lru-limit.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Log } from '#src/platform/log.ts';
import type { Counter, Metrics } from '#src/platform/metrics.ts';
import { Breaker, type BreakerLimits, breakerLimits } from './breaker.ts';
import type { Cancel, Exchanged, Outgoing, Transport } from './transport.ts';

/** Max hosts with a breaker; the least recently called one makes room. */
const MAX_HOSTS = 10_000;
const HOUR_MS = 3_600_000;

export interface BreakingEnv {
  readonly clock: Clock;
  readonly log: Pick<Log, 'info' | 'warn'>;
  readonly metrics: Metrics;
}

/** The host of an address, with its port. */
const hostOf = (uri: string): string => /^[a-z]+:\/\/([^/?#]*)/i.exec(uri)?.[1] ?? '';

/**
 * Failures are calls without a response, and calls cancelled because they were late; any response is a success, whatever its status.
 * @param base makes the calls
 */
export class BreakingTransport implements Transport {
  readonly #base: Transport;
  readonly #env: BreakingEnv;
  readonly #limits: BreakerLimits;
  readonly #breakers: LRUCache<string, Breaker>;
  readonly #opened: Counter;

  constructor(base: Transport, options: HostConfig['http_client']['circuit_breaker'], env: BreakingEnv) {
    this.#base = base;
    this.#env = env;
    this.#limits = breakerLimits(options);
    this.#breakers = new LRUCache({
      ...entriesUpTo(MAX_HOSTS),
      ttl: options.idle_expire_hours * HOUR_MS,
      ttlResolution: 0,
      updateAgeOnGet: true,
      perf: env.clock,
    });
    this.#opened = env.metrics.counter('http_circuit_breaker_opened', 'Circuit breakers of called hosts that opened.');
  }

  send(outgoing: Outgoing, done: (exchanged: Exchanged) => void): Cancel {
    const host = hostOf(outgoing.uri);
    const breaker = this.#breakerOf(host);
    if (!breaker.admits(this.#env.clock.now())) {
      let isCancelled = false;
      queueMicrotask(() => {
        if (!isCancelled) done({ kind: 'failed', failure: 'other', message: `circuit breaker of ${host} is open` });
      });
      return () => {
        isCancelled = true;
      };
    }
    let isOver = false;
    const cancel = this.#base.send(outgoing, (exchanged) => {
      isOver = true;
      this.#record(host, breaker, exchanged.kind === 'response');
      done(exchanged);
    });
    return (isLate) => {
      cancel(isLate);
      if (isOver) return;
      isOver = true;
      if (isLate) this.#record(host, breaker, false);
      else breaker.abandoned();
    };
  }

  close(): Promise<void> {
    return this.#base.close();
  }

  #breakerOf(host: string): Breaker {
    const known = this.#breakers.get(host);
    if (known) return known;
    const breaker = new Breaker(this.#limits);
    this.#breakers.set(host, breaker);
    return breaker;
  }

  #record(host: string, breaker: Breaker, isResponse: boolean): void {
    const { clock, log } = this.#env;
    if (isResponse) {
      if (breaker.succeeded()) log.info({ host }, 'circuit breaker closed: the host responds again');
    } else if (breaker.failed(clock.now())) {
      this.#opened.add();
      log.warn({ host }, 'circuit breaker opened: calls to the host pause');
    }
  }
}
