import { EMPTY, NEVER, Observable } from 'rxjs';
import { describe, expect, test } from 'vitest';
import type { AuctionContext } from '#machines/auction-context.ts';
import { STAGES } from '#machines/lifecycle.ts';
import { runAuction } from '#machines/run.ts';
import type { Auction } from '#src/auction/auction.ts';
import { newAuction } from '#src/auction/new-auction.ts';
import { invalid } from '#src/auction/rejection.ts';
import { aTask, incoming, validRequest } from '#test/helpers/auction.ts';
import { testServices } from '#test/helpers/services.ts';

type Stages = AuctionContext['stages'];

/** Stages that only record their names; `over` replaces some. */
function noting(notes: string[], over: Partial<Stages> = {}): Stages {
  const note = (name: string) => (): void => {
    notes.push(name);
  };
  const plain = Object.fromEntries(STAGES.map((name) => [name, note(name)]));
  return { ...plain, collect: () => EMPTY, reject: note('reject'), ...over } as Stages;
}

interface Ran {
  readonly auction: Auction;
  readonly notes: string[];
  readonly ends: () => number;
  readonly disconnect: () => void;
}

function run(over: Partial<Stages> = {}, prepare: (auction: Auction) => void = () => {}): Ran {
  const services = testServices();
  const notes: string[] = [];
  let ends = 0;
  const auction = newAuction('auction', incoming(), services, () => {
    ends++;
  });
  prepare(auction);
  const { disconnect } = runAuction(auction, services, noting(notes, over));
  return { auction, notes, ends: () => ends, disconnect };
}

const WITHOUT_COLLECT = STAGES.filter((name) => name !== 'collect');
const withTask = (auction: Auction): void => {
  auction.tasks = [aTask('alpha', validRequest())];
};

describe('the auction machine', () => {
  test('runs all stages in order and synchronously if none waits', () => {
    const { auction, notes, ends } = run();
    expect(notes).toEqual(WITHOUT_COLLECT);
    expect(auction.timeline.map(({ state }) => state)).toEqual([...STAGES]);
    expect(ends()).toBe(1);
  });

  test('waits in a stage that left a promise', async () => {
    let go = (): void => {};
    const wait = new Promise<void>((resolve) => {
      go = resolve;
    });
    const { notes, ends } = run({ privacy: () => wait });
    expect(notes).toEqual(['validate', 'enrich']);
    go();
    await new Promise(setImmediate);
    expect(notes).toEqual(['validate', 'enrich', 'fanOut', 'adjust', 'target', 'cache', 'respond']);
    expect(ends()).toBe(1);
  });

  test.each(WITHOUT_COLLECT)('is rejected if %s rejects', (name) => {
    const { notes, ends, auction } = run({
      [name]: (rejected: Auction) => {
        rejected.rejection = invalid('no');
      },
    });
    expect(notes.at(-1)).toBe('reject');
    expect(notes).not.toContain(name);
    expect(auction.timeline.at(-1)?.state).toBe(name);
    expect(ends()).toBe(1);
  });

  test.each(WITHOUT_COLLECT)('is rejected if %s rejects after waiting', async (name) => {
    const { notes, ends } = run({
      [name]: async (rejected: Auction) => {
        await new Promise(setImmediate);
        rejected.rejection = invalid('no');
      },
    });
    await expect.poll(ends, { interval: 1 }).toBe(1);
    expect(notes.at(-1)).toBe('reject');
  });

  test.each(WITHOUT_COLLECT)('turns an exception in %s into a rejection', (name) => {
    const { auction, notes, ends } = run({
      [name]: () => {
        throw new Error('a bug');
      },
    });
    expect(auction.rejection).toEqual({ kind: 'failed', messages: ['internal error'] });
    expect(notes.at(-1)).toBe('reject');
    expect(ends()).toBe(1);
  });

  test('turns a rejected promise of a stage into a rejection', async () => {
    const { auction, ends } = run({ enrich: () => Promise.reject(new Error('gone')) });
    await expect.poll(ends, { interval: 1 }).toBe(1);
    expect(auction.rejection).toEqual({ kind: 'failed', messages: ['internal error'] });
  });

  test('waits for the bidders and unsubscribes on client disconnect', () => {
    let open = 0;
    const { notes, ends, disconnect, auction } = run(
      {
        collect: () =>
          new Observable(() => {
            open++;
            return () => {
              open--;
            };
          }),
      },
      withTask,
    );
    expect(notes).toEqual(['validate', 'enrich', 'privacy', 'fanOut']);
    expect([open, ends()]).toEqual([1, 0]);
    disconnect();
    expect([open, ends()]).toEqual([0, 1]);
    expect(auction.rejection?.kind).toBe('clientDisconnected');
  });

  test('waits for the response to a rejection without interruption', async () => {
    let go = (): void => {};
    const wait = new Promise<void>((resolve) => {
      go = resolve;
    });
    let calls = 0;
    const { ends, disconnect, auction } = run({
      enrich: (rejected) => {
        rejected.rejection = invalid('no');
      },
      reject: () => {
        calls++;
        return wait;
      },
    });
    disconnect();
    expect([calls, ends()]).toEqual([1, 0]);
    go();
    await new Promise(setImmediate);
    expect([calls, ends(), auction.rejection?.kind]).toEqual([1, 1, 'invalid']);
  });

  test.each([
    [
      'throws',
      (): void => {
        throw new Error('a bug');
      },
    ],
    ['breaks its promise', () => Promise.reject(new Error('a bug'))],
  ])('ends with an internal error if the response to a rejection %s', async (_, reject) => {
    const { ends, auction } = run({
      enrich: (rejected) => {
        rejected.rejection = invalid('no');
      },
      reject,
    });
    await new Promise(setImmediate);
    expect(ends()).toBe(1);
    expect(auction.clientResponse).toMatchObject({ status: 500, body: 'internal error' });
  });

  test('does not respond twice on client disconnect after the end', () => {
    const { ends, disconnect } = run();
    disconnect();
    expect(ends()).toBe(1);
  });

  test('ends rejected if the stream of bidders fails', () => {
    const { ends, auction } = run(
      {
        collect: () =>
          new Observable((out) => {
            out.error(new Error('broken stream'));
          }),
      },
      withTask,
    );
    expect(ends()).toBe(1);
    expect(auction.rejection).toEqual({ kind: 'failed', messages: ['internal error'] });
  });

  test('records the time of each state', () => {
    const { auction } = run({ collect: () => NEVER });
    for (const step of auction.timeline) expect(step.tookUs).toBeGreaterThanOrEqual(0);
  });
});
