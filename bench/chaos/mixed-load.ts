/**
 * Mixed traffic, in a process of its own. Argument: `MixedOptions` as JSON. Prints one JSON line, `MixedResult`. With `perSecond` it sends at
 * that rate however slow the responses are; otherwise `atOnce` requests are always in flight.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import { KINDS, type Kind, rotation } from './mixed-requests.ts';
import { openLoop, quantile, waitFor } from './paced.ts';

export interface MixedOptions {
  readonly port: number;
  readonly seconds: number;
  readonly perSecond?: number;
  readonly atOnce?: number;
  /** With `atOnce`: ends after so many requests, even if that takes longer. */
  readonly requests?: number;
}

export interface MixedResult {
  readonly ok: true;
  readonly sent: number;
  /** Requests per second with the right response. */
  readonly perSecond: number;
  /** Rejected with 503. */
  readonly rejected: number;
  /** Kind, status and start of the body of wrong responses, each distinct one once. */
  readonly wrong: readonly string[];
  readonly wrongCount: number;
  readonly p50: number;
  readonly p99: number;
}

/** ms after the last request until a missing response counts as wrong. */
const DRAIN_MS = 10_000;
const REJECTED_PAUSE_MS = 200;
const MAX_SHOWN = 10;
const MAX_CONNECTIONS = 512;

const options = JSON.parse(process.argv[2] ?? '{}') as MixedOptions;
const pool = new Pool(`http://127.0.0.1:${options.port}`, { connections: MAX_CONNECTIONS, headersTimeout: DRAIN_MS });
const kinds = rotation(KINDS);
const counts = { sent: 0, done: 0, right: 0, rejected: 0, wrong: 0 };
const wrong = new Set<string>();
const latencies: number[] = [];

const note = (kind: Kind, what: string): void => {
  counts.wrong++;
  if (wrong.size < MAX_SHOWN) wrong.add(`${kind.name}: ${what}`);
};

async function receive(kind: Kind, i: number): Promise<void> {
  const { method, path, headers = {}, body, disconnectsAfterMs } = kind.requestOf(i);
  const signal = disconnectsAfterMs === undefined ? undefined : AbortSignal.timeout(disconnectsAfterMs);
  const startedAt = performance.now();
  try {
    const response = await pool.request({ method, path, headers, ...(body !== undefined && { body }), ...(signal && { signal }) });
    const text = await response.body.text();
    latencies.push(performance.now() - startedAt);
    const isRight = kind.statuses.includes(response.statusCode) && (response.statusCode !== 200 || text.includes(kind.contains ?? ''));
    if (isRight) counts.right++;
    else if (response.statusCode === 503) {
      counts.rejected++;
      await pause(REJECTED_PAUSE_MS);
    } else note(kind, `${response.statusCode} ${text.slice(0, 300)}`);
  } catch (cause) {
    if (signal?.aborted) counts.right++;
    else note(kind, String(cause));
  }
}

async function send(): Promise<void> {
  const i = counts.sent++;
  await receive(kinds[i % kinds.length] as Kind, i);
  counts.done++;
}

async function closedLoop(atOnce: number): Promise<void> {
  const endAt = performance.now() + options.seconds * 1000;
  const isOver = (): boolean => (options.requests === undefined ? performance.now() >= endAt : counts.sent >= options.requests);
  const worker = async (): Promise<void> => {
    while (!isOver()) await send();
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

const startedAt = performance.now();
if (options.perSecond === undefined) await closedLoop(options.atOnce ?? 32);
else await openLoop({ perSecond: options.perSecond, seconds: options.seconds, send: () => void send() });
const seconds = (performance.now() - startedAt) / 1000;
const inTime = counts.right;
await waitFor(() => counts.done >= counts.sent, DRAIN_MS);
latencies.sort((a, b) => a - b);
const result: MixedResult = {
  ok: true,
  sent: counts.sent,
  perSecond: inTime / seconds,
  rejected: counts.rejected,
  wrong: [...wrong],
  wrongCount: counts.wrong + (counts.sent - counts.done),
  p50: quantile(latencies, 0.5),
  p99: quantile(latencies, 0.99),
};
console.log(JSON.stringify(result));
process.exit(0);
