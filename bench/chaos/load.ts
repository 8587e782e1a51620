/**
 * The load generator, in a process of its own. Argument: `LoadOptions` as JSON. Prints one JSON line, `LoadResult`.
 * With `perSecond` it sends at that rate however slow the responses are (open loop), on idle connections or new ones; otherwise
 * `atOnce` requests are always in flight (closed loop).
 */
import { setTimeout as pause } from 'node:timers/promises';
import { benchRequest } from '../request.ts';
import { openLoop, quantile, waitFor } from './paced.ts';
import { createRawClient } from './raw-client.ts';

export interface LoadOptions {
  readonly port: number;
  readonly path?: string;
  readonly bidders: readonly string[];
  readonly imps?: number;
  readonly tmax: number;
  readonly seconds: number;
  readonly perSecond?: number;
  readonly atOnce?: number;
  /** Seats of a response with all bids that arrive in time. */
  readonly seats: number;
}

/** Latencies in ms, without the lateness of the generator itself. */
export interface LoadResult {
  readonly ok: true;
  readonly sent: number;
  readonly admitted: number;
  /** Admitted requests per second of the load. */
  readonly perSecond: number;
  /** Those of them with the bids of all `seats`. */
  readonly completePerSecond: number;
  readonly rejected: number;
  /** Rejections without `Retry-After`. */
  readonly withoutRetryAfter: number;
  /** Any other status, or no response. */
  readonly failed: number;
  /** Admitted requests with the bids of all `seats`. */
  readonly complete: number;
  readonly admittedP50: number;
  readonly admittedP99: number;
  readonly rejectedP99: number;
  readonly rejectedMax: number;
  /** Share of the rate that was sent: a generator that is late itself does not send a burst afterwards. */
  readonly offered: number;
  /** CPU time of the generator. */
  readonly cpuMs: number;
  /** How late the generator sent requests and read responses, p99. */
  readonly lateP99: number;
}

/** ms after the last request until a missing response counts as failed. */
const DRAIN_MS = 10_000;
/** Pause of a closed loop after a rejection: it measures auctions, not rejections. */
const REJECTED_PAUSE_MS = 200;
const MAX_CONNECTIONS = 8000;

const options = JSON.parse(process.argv[2] ?? '{}') as LoadOptions;
const body = Buffer.from(JSON.stringify({ ...benchRequest(options.bidders, options.imps ?? 1, false), tmax: options.tmax }));
const head = `POST ${options.path ?? '/openrtb2/auction'} HTTP/1.1\r\nhost: localhost\r\ncontent-type: text/plain\r\ncontent-length: ${body.length}\r\n\r\n`;

const admitted: number[] = [];
const rejected: number[] = [];
const late: number[] = [];
const counts = { sent: 0, done: 0, failed: 0, complete: 0, withoutRetryAfter: 0, skipped: 0 };
let next: () => void = () => {};

const SEAT = '"seat":"';
function seatsOf(response: string): number {
  let seats = 0;
  for (let at = response.indexOf(SEAT); at >= 0; at = response.indexOf(SEAT, at + SEAT.length)) seats++;
  return seats;
}

function onResponse(response: string, ms: number, lateMs: number): void {
  counts.done++;
  late.push(lateMs);
  const status = response.slice(9, 12);
  if (status === '503') {
    rejected.push(ms);
    if (!/\r\nretry-after: \d/i.test(response)) counts.withoutRetryAfter++;
    setTimeout(() => next(), REJECTED_PAUSE_MS);
    return;
  }
  if (status === '200') {
    admitted.push(ms);
    if (seatsOf(response) === options.seats) counts.complete++;
  } else counts.failed++;
  next();
}

function onFailure(): void {
  counts.done++;
  counts.failed++;
  setTimeout(() => next(), REJECTED_PAUSE_MS);
}

const bytes = Buffer.concat([Buffer.from(head), body]);
const sendOne = createRawClient({ port: options.port, bytes, maxConnections: MAX_CONNECTIONS, onResponse, onFailure });
const send = (): void => {
  counts.sent++;
  sendOne();
};

async function closedLoop(atOnce: number, startedAt: number): Promise<void> {
  const endAt = startedAt + options.seconds * 1000;
  next = () => {
    if (performance.now() < endAt) send();
  };
  for (let i = 0; i < atOnce; i++) send();
  await pause(options.seconds * 1000);
}

const startedAt = performance.now();
if (options.perSecond === undefined) await closedLoop(options.atOnce ?? 16, startedAt);
else counts.skipped = await openLoop({ ...options, perSecond: options.perSecond, send, onLate: (ms) => late.push(ms) });
const seconds = (performance.now() - startedAt) / 1000;
const inTime = { admitted: admitted.length, complete: counts.complete };
next = () => {};
await waitFor(() => counts.done >= counts.sent, DRAIN_MS);
for (const values of [admitted, rejected, late]) values.sort((a, b) => a - b);
const { user, system } = process.cpuUsage();
const result: LoadResult = {
  ok: true,
  sent: counts.sent,
  admitted: admitted.length,
  perSecond: inTime.admitted / seconds,
  completePerSecond: inTime.complete / seconds,
  rejected: rejected.length,
  withoutRetryAfter: counts.withoutRetryAfter,
  failed: counts.failed + (counts.sent - counts.done),
  complete: counts.complete,
  admittedP50: quantile(admitted, 0.5),
  admittedP99: quantile(admitted, 0.99),
  rejectedP99: quantile(rejected, 0.99),
  rejectedMax: rejected.at(-1) ?? 0,
  offered: counts.sent / (counts.sent + counts.skipped),
  lateP99: quantile(late, 0.99),
  cpuMs: (user + system) / 1000,
};
console.log(JSON.stringify(result));
process.exit(0);
