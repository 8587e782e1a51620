import { EMPTY, Observable } from 'rxjs';
import { describe, expect, test } from 'vitest';
import type { AuctionContext } from '#machines/auction-context.ts';
import { STAGES } from '#machines/lifecycle.ts';
import { runAuction } from '#machines/run.ts';
import type { Auction } from '#src/auction/auction.ts';
import { newAuction } from '#src/auction/new-auction.ts';
import { invalid } from '#src/auction/rejection.ts';
import type { StoredData } from '#src/auction/stored-data.ts';
import { EventBus } from '#streams/events.ts';
import { aTask, incoming, validRequest } from '#test/helpers/auction.ts';
import { testServices } from '#test/helpers/services.ts';

type Stages = AuctionContext['stages'];

const BODY = {
  podconfig: { durationrangesec: [15], pods: [{ podid: 1, adpoddurationsec: 15, configid: 'c' }] },
  site: { page: 'p' },
  video: { mimes: ['m'], protocols: [1] },
};

const found = { documents: new Map([['c', '{"ext":{"alpha":{}}}']]), errors: [] };

interface Over {
  readonly stages?: Partial<Stages>;
  readonly body?: unknown;
  readonly find?: StoredData['find'];
  readonly bus?: EventBus;
}

function run({ stages = {}, body = BODY, find = () => found, bus = new EventBus() }: Over = {}) {
  const services = testServices({ stored: { find, category: () => undefined }, bus });
  const notes: string[] = [];
  const ends: (Auction['rejection'] | undefined)[] = [];
  const plain = Object.fromEntries(STAGES.map((name) => [name, () => void notes.push(name)]));
  const all = { ...plain, collect: () => EMPTY, reject: () => void notes.push('reject'), ...stages } as Stages;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const auction = newAuction('video', incoming({ body: Buffer.from(text) }), services, ({ rejection }) => void ends.push(rejection));
  const { disconnect } = runAuction(auction, services, all);
  return { auction, notes, ends, disconnect };
}

const WITHOUT_COLLECT = STAGES.filter((name) => name !== 'collect');

describe('the machine of a video request', () => {
  test('reads the pods, expands their imps, and runs the auction inside, synchronously', () => {
    const { auction, notes, ends } = run();
    expect(notes).toEqual(WITHOUT_COLLECT);
    expect(auction.timeline.map(({ state }) => state)).toEqual(['readVideo', 'expandPods', ...STAGES]);
    expect(auction.body['imp']).toMatchObject([{ id: '1_0' }]);
    expect(ends).toEqual([undefined]);
  });

  test("keeps the caller's request for analytics only", () => {
    const bus = new EventBus();
    expect(run({ bus }).auction.input.body).toBe('');
    bus.observe('auction');
    expect(run({ bus }).auction.input.body).toBe(JSON.stringify(BODY));
  });

  test('waits for the storage', async () => {
    const { notes, ends } = run({ find: async () => found });
    expect([notes, ends]).toEqual([[], []]);
    await expect.poll(() => ends, { interval: 1 }).toEqual([undefined]);
    expect(notes).toEqual(WITHOUT_COLLECT);
  });

  test.each([
    ['bytes that cannot be read', '{'],
    [
      'pods that cannot be made into imps',
      { ...BODY, podconfig: { durationrangesec: [15], pods: [{ podid: 1, adpoddurationsec: 15, configid: 'x' }] } },
    ],
  ])('ends before the auction with %s', (_, body) => {
    const { notes, ends } = run({ body });
    expect([notes, ends]).toEqual([['reject'], [expect.objectContaining({ kind: 'invalid' })]]);
  });

  test('leaves the result to the auction once it runs', () => {
    const reject = (auction: Auction): void => {
      auction.rejection = invalid('no');
    };
    const { notes, ends } = run({ stages: { privacy: reject } });
    expect([notes, ends]).toEqual([['validate', 'enrich', 'reject'], [invalid('no')]]);
  });

  test('ends rejected if storage rejects its promise', async () => {
    const { ends } = run({ find: () => Promise.reject(new Error('broken')) });
    await expect.poll(() => ends, { interval: 1 }).toEqual([{ kind: 'failed', messages: ['internal error'] }]);
  });

  test('ends once on client disconnect while storage is queried', async () => {
    const { ends, disconnect } = run({ find: () => new Promise(() => {}) });
    disconnect();
    disconnect();
    expect(ends).toEqual([{ kind: 'clientDisconnected', messages: [] }]);
  });

  test('passes on the client disconnect, and stops the calls', () => {
    let open = 0;
    const calls = new Observable<never>(() => {
      open++;
      return () => {
        open--;
      };
    });
    const withTask = (auction: Auction): void => {
      auction.tasks = [aTask('alpha', validRequest())];
    };
    const { ends, disconnect } = run({ stages: { fanOut: withTask, collect: () => calls } });
    expect([open, ends]).toEqual([1, []]);
    disconnect();
    expect([open, ends]).toEqual([0, [{ kind: 'clientDisconnected', messages: [] }]]);
  });

  test('responds if the auction machine itself fails', () => {
    const broken = new Observable<never>((out) => out.error(new Error('broken stream')));
    const withTask = (auction: Auction): void => {
      auction.tasks = [aTask('alpha', validRequest())];
    };
    const { ends, notes } = run({ stages: { fanOut: withTask, collect: () => broken } });
    expect([notes.at(-1), ends]).toEqual(['reject', [{ kind: 'failed', messages: ['internal error'] }]]);
  });
});
