import Fastify, { type FastifyInstance } from 'fastify';
import { Subject } from 'rxjs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { marked, type RelayedAnswer, type ToPrimary, type ToWorker, unmarked } from '#src/cluster/messages.ts';
import { ClusterSource } from '#src/cluster/source.ts';
import { type PrimaryLink, serveAsWorker } from '#src/cluster/worker.ts';
import type { Rendered, TapSource } from '#streams/taps/source.ts';
import type { Subscription } from '#streams/taps/subscription.ts';
import { wish } from '#test/helpers/tap-hub.ts';

/** A source that notes what was wanted of it. */
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
  texts: { plain: JSON.stringify({ action }) },
  ...over,
});

interface Worker {
  readonly source: NotingSource;
  readonly told: ToPrimary[];
  say(message: ToWorker): void;
  /** What has been told has left. */
  leave(): void;
  stop(): void;
}

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.useRealTimers();
});

function worker(admin: FastifyInstance = Fastify()): Worker {
  const source = new NotingSource();
  const told: ToPrimary[] = [];
  const leaving: (() => void)[] = [];
  let hear = (_message: unknown): void => {};
  const link: PrimaryLink = {
    send(message, done) {
      const ours = unmarked<ToPrimary>(message);
      if (ours) told.push(ours);
      leaving.push(done);
    },
    listen(listener) {
      hear = listener;
      return () => {
        hear = () => {};
      };
    },
  };
  const stop = serveAsWorker(admin, source, link);
  stops.push(stop);
  const leave = (): void => {
    for (const done of leaving.splice(0)) done();
  };
  return { source, told, say: (message) => hear(marked(message)), leave, stop };
}

/** Lets the time pass in which a worker gathers events. */
const gathered = (): unknown => vi.advanceTimersByTime(60);

describe('a worker', () => {
  test('tells nothing while nobody watches', () => {
    vi.useFakeTimers();
    const { source, told } = worker();
    source.rendered.next(event('unseen'));
    gathered();
    expect(told).toEqual([]);
  });

  test('tells events, gathered, from when somebody watches until nobody does', () => {
    vi.useFakeTimers();
    const { source, told, say } = worker();
    const wanted = wish({ kinds: ['admin'] });
    say({ type: 'watch', all: [wanted] });
    expect(source.all).toEqual([wanted]);
    source.rendered.next(event('one'));
    source.rendered.next(event('two'));
    gathered();
    expect(told).toEqual([{ type: 'events', events: [event('one'), event('two')], dropped: 0 }]);
    say({ type: 'watch', all: [] });
    source.rendered.next(event('three'));
    gathered();
    expect([told.length, source.all]).toEqual([1, []]);
  });

  test('drops events while too much is on its way, and says how many', () => {
    vi.useFakeTimers();
    const { source, told, say, leave } = worker();
    say({ type: 'watch', all: [wish({ kinds: ['admin'] })] });
    const large = event('x'.repeat(9 * 1024 * 1024));
    for (const one of [large, large, event('small')]) {
      source.rendered.next(one);
      gathered();
    }
    expect(told.length).toBe(2);
    leave();
    source.rendered.next(event('last'));
    gathered();
    expect(told.at(-1)).toEqual({ type: 'events', events: [event('last')], dropped: 0 });
    expect(told.map((message) => (message.type === 'events' ? message.dropped : -1))).toEqual([0, 1, 0]);
  });

  test('answers admin calls, whatever comes of them', async () => {
    const admin = Fastify();
    admin.post('/echo', (request, reply) => reply.code(201).header('x-a', '1').send(request.body));
    admin.get('/broken', () => {
      throw new Error('broken');
    });
    const { told, say } = worker(admin);
    const headers = { 'content-type': 'application/json' };
    say({ type: 'call', id: 7, call: { method: 'POST', url: '/echo', headers, body: Buffer.from('{"b":2}') } });
    say({ type: 'call', id: 8, call: { method: 'GET', url: '/broken', headers: {}, body: undefined } });
    await expect.poll(() => told.length).toBe(2);
    const answers = new Map<number, RelayedAnswer>(
      told.flatMap((message) => (message.type === 'answer' ? [[message.id, message.answer]] : [])),
    );
    expect(answers.get(7)).toMatchObject({ status: 201, headers: { 'x-a': '1' }, body: Buffer.from('{"b":2}') });
    expect(answers.get(8)?.status).toBe(500);
  });

  test('hears nothing that is not for it', async () => {
    const { source, say } = worker();
    say({ type: 'watch', all: [wish()] });
    expect(source.all.length).toBe(1);
    expect([unmarked(undefined), unmarked('text'), unmarked({ auctor: {} })]).toEqual([undefined, undefined, undefined]);
  });
});

describe('the source of a primary', () => {
  test('tells its own wishes to all, hands on events with the number of their worker, and what was dropped', () => {
    const own = new NotingSource();
    const wished: (readonly Subscription[])[] = [];
    const source = new ClusterSource(
      own,
      (all) => wished.push(all),
      () => 5,
    );
    const heard: Rendered[] = [];
    source.rendered.subscribe((one) => heard.push(one));
    const wanted = wish({ kinds: ['admin'] });
    source.want([wanted]);
    expect([own.all, wished, source.all]).toEqual([[wanted], [[wanted]], [wanted]]);
    source.take({ type: 'events', events: [event('one')], dropped: 3 }, 2);
    own.rendered.next(event('own'));
    const dropped = { seq: 0, kind: 'admin', at: 5, worker: 2, texts: { plain: '{"action":"a worker dropped events","count":3}' } };
    expect(heard).toEqual([dropped, event('one', { worker: 2 }), event('own')]);
  });

  test('leaves out what nobody wants any more', () => {
    const source = new ClusterSource(
      new NotingSource(),
      () => {},
      () => 5,
    );
    const heard: Rendered[] = [];
    source.rendered.subscribe((one) => heard.push(one));
    source.want([wish({ kinds: ['auction'] })]);
    source.take({ type: 'events', events: [event('late')], dropped: 0 }, 1);
    expect(heard).toEqual([]);
  });
});
