/** A worker's side: its events go to the primary while somebody there watches, and admin calls the primary gets are answered. */
import type { FastifyInstance, InjectOptions } from 'fastify';
import { bufferTime, filter, type Subscription as RxSubscription } from 'rxjs';
import { errorMessage } from '#src/wire/error-message.ts';
import type { Rendered, TapSource } from '#streams/taps/source.ts';
import { marked, type RelayedCall, type ToPrimary, type ToWorker, unmarked } from './messages.ts';

/** How a worker reaches its primary. */
export interface PrimaryLink {
  /** `done` when the message has left. */
  send(message: object, done: () => void): void;
  listen(hear: (message: unknown) => void): () => void;
}

export const processLink: PrimaryLink = {
  send: (message, done) => {
    if (process.connected) process.send?.(message, undefined, undefined, done);
  },
  listen(hear) {
    process.on('message', hear);
    return () => process.off('message', hear);
  },
};

/** ms events are gathered before they go over; what is on its way may not be more than so many bytes. */
const GATHER_MS = 25;
const MOST_UNDER_WAY = 16 * 1024 * 1024;

const sizeOf = ({ texts: { plain, bodies = '', recording = '' } }: Rendered): number => plain.length + bodies.length + recording.length;

/** Serves the primary until called back. Nothing is gathered while nobody watches. */
export function serveAsWorker(admin: FastifyInstance, source: TapSource, link: PrimaryLink = processLink): () => void {
  let underWay = 0;
  let dropped = 0;
  let forwarding: RxSubscription | undefined;
  const tell = (message: ToPrimary, done: () => void = () => {}): void => link.send(marked(message), done);

  const forward = (events: readonly Rendered[]): void => {
    const bytes = events.reduce((sum, event) => sum + sizeOf(event), 0);
    if (underWay > 0 && underWay + bytes > MOST_UNDER_WAY) {
      dropped += events.length;
      return;
    }
    underWay += bytes;
    tell({ type: 'events', events, dropped }, () => {
      underWay -= bytes;
    });
    dropped = 0;
  };

  const hear = (message: ToWorker): void => {
    if (message.type === 'call') {
      void answer(admin, message.call).then((made) => tell({ type: 'answer', id: message.id, answer: made }));
      return;
    }
    if (message.all.length > 0) forwarding ??= gather(source).subscribe(forward);
    source.want(message.all);
    if (message.all.length > 0) return;
    forwarding?.unsubscribe();
    forwarding = undefined;
  };

  const unlisten = link.listen((message) => {
    const ours = unmarked<ToWorker>(message);
    if (ours) hear(ours);
  });
  return () => {
    unlisten();
    forwarding?.unsubscribe();
    source.want([]);
  };
}

const gather = ({ rendered }: TapSource) =>
  rendered.pipe(
    bufferTime(GATHER_MS),
    filter((batch) => batch.length > 0),
  );

/** Tells the primary that this worker takes requests. */
export const tellReady = (port: number, link: PrimaryLink = processLink): void => link.send(marked({ type: 'ready', port }), () => {});

async function answer(
  admin: FastifyInstance,
  { method, url, headers, body }: RelayedCall,
): Promise<Extract<ToPrimary, { type: 'answer' }>['answer']> {
  try {
    const call = { method, url, headers, ...(body ? { payload: Buffer.from(body) } : {}) } as InjectOptions;
    const { statusCode, headers: told, rawPayload } = await admin.inject(call);
    return { status: statusCode, headers: told, body: rawPayload };
  } catch (cause) {
    const text = errorMessage(cause);
    return { status: 500, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: Buffer.from(`${text}\n`) };
  }
}
