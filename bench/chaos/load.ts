/**
 * The load generator, in a process of its own. Argument: `LoadOptions` as JSON. Prints one JSON line, `LoadResult`.
 * With `perSecond` it sends at that rate however slow the responses are (open loop), on idle connections or new ones; otherwise
 * `atOnce` requests are always in flight (closed loop).
 */
import { connect, type Socket } from 'node:net';
import { benchRequest } from '../request.ts';

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

/** Latencies in ms. */
export interface LoadResult {
  readonly ok: true;
  readonly sent: number;
  readonly admitted: number;
  readonly perSecond: number;
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
}

const TICK_MS = 4;
/** ms after the last request until a missing response counts as failed. */
const DRAIN_MS = 10_000;
/** Pause of a closed loop after a rejection: it measures auctions, not rejections. */
const REJECTED_PAUSE_MS = 200;
const MAX_CONNECTIONS = 8000;

const options = JSON.parse(process.argv[2] ?? '{}') as LoadOptions;
const body = Buffer.from(JSON.stringify({ ...benchRequest(options.bidders, options.imps ?? 1, false), tmax: options.tmax }));
const head = `POST ${options.path ?? '/openrtb2/auction'} HTTP/1.1\r\nhost: localhost\r\ncontent-type: text/plain\r\ncontent-length: ${body.length}\r\n\r\n`;
const bytes = Buffer.concat([Buffer.from(head), body]);

const idle: Socket[] = [];
const admitted: number[] = [];
const rejected: number[] = [];
const counts = { sent: 0, done: 0, failed: 0, complete: 0, withoutRetryAfter: 0, open: 0 };
let next: () => void = () => {};

/** The bytes of one response, complete or not. */
interface Receiving {
  startedAt: number;
  waits: boolean;
  text: string;
}

const receivings = new WeakMap<Socket, Receiving>();

/** Whether a response is complete: by its length, or by its last chunk. */
function isComplete(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = /content-length: (\d+)/i.exec(text.slice(0, end))?.[1];
  return length === undefined ? text.endsWith('0\r\n\r\n') : text.length >= end + 4 + Number(length);
}

function count(text: string, ms: number): void {
  const status = text.slice(9, 12);
  if (status === '200') {
    admitted.push(ms);
    if (text.split('"seat":"').length - 1 === options.seats) counts.complete++;
  } else if (status === '503') {
    rejected.push(ms);
    if (!/\r\nretry-after: \d/i.test(text)) counts.withoutRetryAfter++;
  } else counts.failed++;
}

function open(): Socket {
  const socket = connect({ port: options.port, host: '127.0.0.1', noDelay: true });
  const receiving: Receiving = { startedAt: 0, waits: false, text: '' };
  receivings.set(socket, receiving);
  counts.open++;
  socket.setEncoding('latin1');
  socket.on('data', (text: string) => {
    receiving.text += text;
    if (!receiving.waits || !isComplete(receiving.text)) return;
    receiving.waits = false;
    counts.done++;
    count(receiving.text, performance.now() - receiving.startedAt);
    idle.push(socket);
    if (receiving.text.startsWith('HTTP/1.1 503')) setTimeout(() => next(), REJECTED_PAUSE_MS);
    else next();
  });
  socket.on('error', () => {});
  socket.once('close', () => {
    counts.open--;
    const at = idle.indexOf(socket);
    if (at >= 0) idle.splice(at, 1);
    if (!receiving.waits) return;
    receiving.waits = false;
    counts.done++;
    counts.failed++;
    next();
  });
  return socket;
}

function send(): void {
  counts.sent++;
  if (idle.length === 0 && counts.open >= MAX_CONNECTIONS) {
    counts.done++;
    counts.failed++;
    return;
  }
  const socket = idle.pop() ?? open();
  const receiving = receivings.get(socket);
  if (!receiving) return;
  receiving.text = '';
  receiving.waits = true;
  receiving.startedAt = performance.now();
  socket.write(bytes);
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Requests not sent because the generator itself was late. */
let skipped = 0;

async function openLoop(perSecond: number, startedAt: number): Promise<void> {
  for (;;) {
    const ms = performance.now() - startedAt;
    if (ms > options.seconds * 1000) return;
    // A generator that was itself late does not make up for more than a tick or two: that would be a burst of its own.
    const due = Math.min(Math.floor((ms / 1000) * perSecond) - counts.sent - skipped, Math.ceil((perSecond * TICK_MS * 5) / 1000));
    for (let i = 0; i < due; i++) send();
    skipped = Math.max(0, Math.floor((ms / 1000) * perSecond) - counts.sent);
    await pause(TICK_MS);
  }
}

async function closedLoop(atOnce: number, startedAt: number): Promise<void> {
  const endAt = startedAt + options.seconds * 1000;
  next = () => {
    if (performance.now() < endAt) send();
  };
  for (let i = 0; i < atOnce; i++) send();
  await pause(options.seconds * 1000);
}

const at = (values: readonly number[], share: number): number =>
  values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

const startedAt = performance.now();
if (options.perSecond === undefined) await closedLoop(options.atOnce ?? 16, startedAt);
else await openLoop(options.perSecond, startedAt);
const seconds = (performance.now() - startedAt) / 1000;
const drainUntil = performance.now() + DRAIN_MS;
const inTime = admitted.length;
while (counts.done < counts.sent && performance.now() < drainUntil) await pause(TICK_MS);
admitted.sort((a, b) => a - b);
rejected.sort((a, b) => a - b);
const result: LoadResult = {
  ok: true,
  sent: counts.sent,
  admitted: admitted.length,
  perSecond: inTime / seconds,
  rejected: rejected.length,
  withoutRetryAfter: counts.withoutRetryAfter,
  failed: counts.failed + (counts.sent - counts.done),
  complete: counts.complete,
  admittedP50: at(admitted, 0.5),
  admittedP99: at(admitted, 0.99),
  rejectedP99: at(rejected, 0.99),
  rejectedMax: rejected.at(-1) ?? 0,
};
console.log(JSON.stringify(result));
process.exit(0);
