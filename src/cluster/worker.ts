/** A worker's side: it sends events to the primary while clients are connected there, and handles admin requests of the primary. */
import type { FastifyInstance, InjectOptions } from 'fastify';
import { bufferTime, filter, type Subscription as RxSubscription } from 'rxjs';
import { errorMessage } from '#src/lang/error-message.ts';
import { withTimeout } from '#src/lang/with-timeout.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Rendered, TapSource } from '#src/taps/source.ts';
import { type HeartbeatSettings, sendHeartbeats } from './heartbeat.ts';
import { marked, type RelayedCall, type ToPrimary, type ToWorker, unmarked } from './messages.ts';

/** A worker's connection to its primary. */
export interface PrimaryLink {
  /** `done` when the message is sent, or cannot be: a process without its primary ends. */
  send(message: object, done: () => void): void;
  listen(onMessage: (message: unknown) => void): () => void;
}

/** Of this process. */
export const processLink: PrimaryLink = {
  send: (message, done) => {
    if (process.connected) process.send?.(message, undefined, undefined, done);
  },
  listen(onMessage) {
    process.on('message', onMessage);
    return () => process.off('message', onMessage);
  },
};

/** ms events are collected before they are sent, and the max bytes in flight. */
const GATHER_MS = 25;
const MAX_IN_FLIGHT = 16 * 1024 * 1024;

const sizeOf = ({ messages: { plain, bodies = '', recording = '' } }: Rendered): number => plain.length + bodies.length + recording.length;

/** Serves the primary. Nothing is collected without subscribers. @returns ends the events; admin requests have responses until the process ends */
export function serveAsWorker(admin: FastifyInstance, source: TapSource, link: PrimaryLink = processLink): () => void {
  let inFlight = 0;
  let dropped = 0;
  let hasEnded = false;
  let forwarding: RxSubscription | undefined;
  const send = (message: ToPrimary, done: () => void = () => {}): void => link.send(marked(message), done);

  const forward = (events: readonly Rendered[]): void => {
    const bytes = events.reduce((sum, event) => sum + sizeOf(event), 0);
    if (inFlight > 0 && inFlight + bytes > MAX_IN_FLIGHT) {
      dropped += events.length;
      return;
    }
    inFlight += bytes;
    send({ type: 'events', events, dropped }, () => {
      inFlight -= bytes;
    });
    dropped = 0;
  };

  const onMessage = (message: ToWorker): void => {
    if (message.type === 'call') {
      void respond(admin, message.call).then((made) => send({ type: 'response', id: message.id, response: made }));
      return;
    }
    if (message.type !== 'subscribe' || hasEnded) return;
    if (message.all.length > 0) forwarding ??= gather(source).subscribe(forward);
    source.want(message.all);
    if (message.all.length > 0) return;
    forwarding?.unsubscribe();
    forwarding = undefined;
    dropped = 0;
  };

  link.listen((message) => {
    const ours = unmarked<ToWorker>(message);
    if (ours) onMessage(ours);
  });
  return () => {
    hasEnded = true;
    forwarding?.unsubscribe();
    source.want([]);
  };
}

const gather = ({ rendered }: TapSource) =>
  rendered.pipe(
    bufferTime(GATHER_MS),
    filter((batch) => batch.length > 0),
  );

/** Calls back when the primary orders this worker to stop. */
export const onStopOrder = (onStop: (delayMs: number) => void): (() => void) =>
  processLink.listen((message) => {
    const ours = unmarked<ToWorker>(message);
    if (ours?.type === 'stop') onStop(ours.delayMs);
  });

/** ms a worker waits for a primary that may have ended. */
const FLUSH_MS = 1000;

/**
 * Settles when everything the primary sent before has arrived. Connections that it handed over while this worker closed its listener are
 * returned to it then; if the process exited before, they would stay open without a response.
 */
export function flush(clock: Pick<Clock, 'after'>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const unlisten = processLink.listen((message) => {
    if (unmarked<ToWorker>(message)?.type === 'flushed') resolve();
  });
  processLink.send(marked({ type: 'flush' }), () => {});
  return withTimeout(promise, FLUSH_MS, clock, () => undefined).finally(unlisten);
}

/** Reports to the primary that this worker accepts requests. */
export const reportReady = (port: number): void => processLink.send(marked({ type: 'ready', port }), () => {});

/** Sends a heartbeat to the primary at intervals until the returned function is called. */
export const startHeartbeats = (settings: HeartbeatSettings): (() => void) =>
  sendHeartbeats(() => processLink.send(marked({ type: 'heartbeat' }), () => {}), settings);

async function respond(
  admin: FastifyInstance,
  { method, url, headers, body }: RelayedCall,
): Promise<Extract<ToPrimary, { type: 'response' }>['response']> {
  try {
    const call = { method, url, headers, ...(body ? { payload: Buffer.from(body) } : {}) } as InjectOptions;
    const { statusCode, headers: reported, rawPayload } = await admin.inject(call);
    return { status: statusCode, headers: reported, body: rawPayload };
  } catch (cause) {
    const text = errorMessage(cause);
    return { status: 500, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: Buffer.from(`${text}\n`) };
  }
}
