import Fastify, { type FastifyInstance } from 'fastify';
import { Subject } from 'rxjs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { marked, type RelayedResponse, type ToPrimary, type ToWorker, unmarked } from '#src/cluster/messages.ts';
import { ClusterSource } from '#src/cluster/source.ts';
import { type PrimaryLink, serveAsWorker } from '#src/cluster/worker.ts';
import type { Rendered, TapSource } from '#src/taps/source.ts';
import type { Subscription } from '#src/taps/subscription.ts';
import { subscription } from '#test/helpers/tap-hub.ts';

/** A source that records the requested subscriptions. */
class NotingSource implements TapSource {
  readonly rendered = new Subject<Rendered>();
  all: readonly Subscription[] = [];
  want(all: readonly Subscription[]): void {
    this.all = all;
  }
}

const event = (action: string, over: Partial<Rendered> = {}): Rendered => ({
  seq: 0,
  kind: 'admin',
  at: 1,
  share: 1,
  messages: { plain: JSON.stringify({ action }) },
  ...over,
});

interface Worker {
  readonly source: NotingSource;
  readonly reported: ToPrimary[];
  send(message: ToWorker): void;
  /** Lets the sent messages leave. */
  disconnect(): void;
  stop(): void;
}

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.useRealTimers();
});

function worker(admin: FastifyInstance = Fastify()): Worker {
  const source = new NotingSource();
  const reported: ToPrimary[] = [];
  const disconnecting: (() => void)[] = [];
  let onMessage = (_message: unknown): void => {};
  const link: PrimaryLink = {
    send(message, done) {
      const ours = unmarked<ToPrimary>(message);
      if (ours) reported.push(ours);
      disconnecting.push(done);
    },
    listen(listener) {
      onMessage = listener;
      return () => {
        onMessage = () => {};
      };
    },
  };
  const stop = serveAsWorker(admin, source, link);
  stops.push(stop);
  const disconnect = (): void => {
    for (const done of disconnecting.splice(0)) done();
  };
  return { source, reported, send: (message) => onMessage(marked(message)), disconnect, stop };
}

/** Advances past the time in which a worker collects events. */
const gathered = (): unknown => vi.advanceTimersByTime(60);

describe('a worker', () => {
  test('sends nothing without subscribers', () => {
    vi.useFakeTimers();
    const { source, reported } = worker();
    source.rendered.next(event('unseen'));
    gathered();
    expect(reported).toEqual([]);
  });

  test('sends collected events from the first subscription to the last', () => {
    vi.useFakeTimers();
    const { source, reported, send } = worker();
    const wanted = subscription({ kinds: ['admin'] });
    send({ type: 'subscribe', all: [wanted] });
    expect(source.all).toEqual([wanted]);
    source.rendered.next(event('one'));
    source.rendered.next(event('two'));
    gathered();
    expect(reported).toEqual([{ type: 'events', events: [event('one'), event('two')], dropped: 0 }]);
    send({ type: 'subscribe', all: [] });
    source.rendered.next(event('three'));
    gathered();
    expect([reported.length, source.all]).toEqual([1, []]);
  });

  test('drops events while too much is in flight, and reports their number', () => {
    vi.useFakeTimers();
    const { source, reported, send, disconnect } = worker();
    send({ type: 'subscribe', all: [subscription({ kinds: ['admin'] })] });
    const large = event('x'.repeat(9 * 1024 * 1024));
    for (const one of [large, large, event('small')]) {
      source.rendered.next(one);
      gathered();
    }
    expect(reported.length).toBe(2);
    disconnect();
    source.rendered.next(event('last'));
    gathered();
    expect(reported.at(-1)).toEqual({ type: 'events', events: [event('last')], dropped: 0 });
    expect(reported.map((message) => (message.type === 'events' ? message.dropped : -1))).toEqual([0, 1, 0]);
  });

  test('does not report events that it dropped for former subscribers', () => {
    vi.useFakeTimers();
    const { source, reported, send, disconnect } = worker();
    const all = [subscription({ kinds: ['admin'] })];
    send({ type: 'subscribe', all });
    for (let i = 0; i < 2; i++) {
      source.rendered.next(event('x'.repeat(9 * 1024 * 1024)));
      gathered();
    }
    send({ type: 'subscribe', all: [] });
    disconnect();
    send({ type: 'subscribe', all });
    source.rendered.next(event('later'));
    gathered();
    expect(reported.at(-1)).toEqual({ type: 'events', events: [event('later')], dropped: 0 });
  });

  test('responds to admin requests, including failing ones', async () => {
    const admin = Fastify();
    admin.post('/echo', (request, clientResponse) => clientResponse.code(201).header('x-a', '1').send(request.body));
    admin.get('/broken', () => {
      throw new Error('broken');
    });
    const { reported, send } = worker(admin);
    const headers = { 'content-type': 'application/json' };
    send({ type: 'call', id: 7, call: { method: 'POST', url: '/echo', headers, body: Buffer.from('{"b":2}') } });
    send({ type: 'call', id: 8, call: { method: 'GET', url: '/broken', headers: {}, body: undefined } });
    await expect.poll(() => reported.length).toBe(2);
    const responses = new Map<number, RelayedResponse>(
      reported.flatMap((message) => (message.type === 'response' ? [[message.id, message.response]] : [])),
    );
    expect(responses.get(7)).toMatchObject({ status: 201, headers: { 'x-a': '1' }, body: Buffer.from('{"b":2}') });
    expect(responses.get(8)?.status).toBe(500);
  });

  test('responds to admin requests until its process ends, and sends no events after its stop', async () => {
    const admin = Fastify();
    admin.get('/metrics', () => 'figures');
    const { source, reported, send, stop } = worker(admin);
    stop();
    send({ type: 'subscribe', all: [subscription()] });
    send({ type: 'call', id: 1, call: { method: 'GET', url: '/metrics', headers: {}, body: undefined } });
    await expect.poll(() => reported.length).toBe(1);
    expect(reported[0]).toMatchObject({ type: 'response', id: 1, response: { status: 200 } });
    expect(source.all).toEqual([]);
  });

  test('ignores other messages', async () => {
    const { source, send } = worker();
    send({ type: 'subscribe', all: [subscription()] });
    expect(source.all.length).toBe(1);
    expect([unmarked(undefined), unmarked('text'), unmarked({ auctor: {} })]).toEqual([undefined, undefined, undefined]);
  });
});

describe('the source of a primary', () => {
  test("sends its subscriptions to all, and passes on events with their worker's number, and drops", () => {
    const own = new NotingSource();
    const requested: (readonly Subscription[])[] = [];
    const source = new ClusterSource(
      own,
      (all) => requested.push(all),
      () => 5,
    );
    const received: Rendered[] = [];
    source.rendered.subscribe((one) => received.push(one));
    const wanted = subscription({ kinds: ['admin'] });
    source.want([wanted]);
    expect([own.all, requested, source.all]).toEqual([[wanted], [[wanted]], [wanted]]);
    source.take({ type: 'events', events: [event('one')], dropped: 3 }, 2);
    own.rendered.next(event('own'));
    const dropped = {
      seq: 0,
      kind: 'admin',
      at: 5,
      share: 1,
      worker: 2,
      messages: { plain: '{"action":"a worker dropped events","count":3}' },
    };
    expect(received).toEqual([dropped, event('one', { worker: 2 }), event('own')]);
  });

  test('drops events that no subscription matches any more', () => {
    const source = new ClusterSource(
      new NotingSource(),
      () => {},
      () => 5,
    );
    const received: Rendered[] = [];
    source.rendered.subscribe((one) => received.push(one));
    source.want([subscription({ kinds: ['auction'] })]);
    source.take({ type: 'events', events: [event('late')], dropped: 0 }, 1);
    expect(received).toEqual([]);
  });
});
