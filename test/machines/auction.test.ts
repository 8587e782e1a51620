import { EMPTY, NEVER, Observable } from 'rxjs';
import { describe, expect, test } from 'vitest';
import type { AuctionContext } from '#machines/auction.ts';
import { STAGES } from '#machines/lifecycle.ts';
import { runAuction } from '#machines/run.ts';
import type { Auction } from '#src/auction/auction.ts';
import { newAuction } from '#src/auction/new-auction.ts';
import { invalid } from '#src/wire/refusal.ts';
import { aTask, incoming, validRequest } from '#test/helpers/auction.ts';
import { testServices } from '#test/helpers/services.ts';

type Stages = AuctionContext['stages'];

/** Stages that only note their names; `over` replaces some. */
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
  readonly leave: () => void;
}

function run(over: Partial<Stages> = {}, prepare: (auction: Auction) => void = () => {}): Ran {
  const services = testServices();
  const notes: string[] = [];
  let ends = 0;
  const auction = newAuction('auction', incoming(), services, () => {
    ends++;
  });
  prepare(auction);
  const { leave } = runAuction(auction, services, noting(notes, over));
  return { auction, notes, ends: () => ends, leave };
}

const WITHOUT_COLLECT = STAGES.filter((name) => name !== 'collect');
const withTask = (auction: Auction): void => {
  auction.tasks = [aTask('alpha', validRequest())];
};

describe('the auction machine', () => {
  test('runs all stages in order, in one go, when nothing waits', () => {
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

  test.each(WITHOUT_COLLECT)('is rejected where %s refuses', (name) => {
    const { notes, ends, auction } = run({
      [name]: (refused: Auction) => {
        refused.refusal = invalid('no');
      },
    });
    expect(notes.at(-1)).toBe('reject');
    expect(notes).not.toContain(name);
    expect(auction.timeline.at(-1)?.state).toBe(name);
    expect(ends()).toBe(1);
  });

  test.each(WITHOUT_COLLECT)('is rejected where %s refuses after waiting', async (name) => {
    const { notes, ends } = run({
      [name]: async (refused: Auction) => {
        await new Promise(setImmediate);
        refused.refusal = invalid('no');
      },
    });
    await expect.poll(ends, { interval: 1 }).toBe(1);
    expect(notes.at(-1)).toBe('reject');
  });

  test.each(WITHOUT_COLLECT)('turns an exception in %s into a refusal', (name) => {
    const { auction, notes, ends } = run({
      [name]: () => {
        throw new Error('a bug');
      },
    });
    expect(auction.refusal).toEqual({ kind: 'failed', messages: ['a bug'] });
    expect(notes.at(-1)).toBe('reject');
    expect(ends()).toBe(1);
  });

  test('turns a rejected promise of a stage into a refusal', async () => {
    const { auction, ends } = run({ enrich: () => Promise.reject(new Error('gone')) });
    await expect.poll(ends, { interval: 1 }).toBe(1);
    expect(auction.refusal).toEqual({ kind: 'failed', messages: ['gone'] });
  });

  test('waits for the bidders and unsubscribes when the client leaves', () => {
    let open = 0;
    const { notes, ends, leave, auction } = run(
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
    leave();
    expect([open, ends()]).toEqual([0, 1]);
    expect(auction.refusal?.kind).toBe('clientGone');
  });

  test('waits where the answer to a refusal must, and lets nobody interrupt it', async () => {
    let go = (): void => {};
    const wait = new Promise<void>((resolve) => {
      go = resolve;
    });
    let asked = 0;
    const { ends, leave, auction } = run({
      enrich: (refused) => {
        refused.refusal = invalid('no');
      },
      reject: () => {
        asked++;
        return wait;
      },
    });
    leave();
    expect([asked, ends()]).toEqual([1, 0]);
    go();
    await new Promise(setImmediate);
    expect([asked, ends(), auction.refusal?.kind]).toEqual([1, 1, 'invalid']);
  });

  test.each([
    [
      'throws',
      (): void => {
        throw new Error('a bug');
      },
    ],
    ['breaks its promise', () => Promise.reject(new Error('a bug'))],
  ])('ends where the answer to a refusal %s', async (_, reject) => {
    const { ends } = run({
      enrich: (refused) => {
        refused.refusal = invalid('no');
      },
      reject,
    });
    await new Promise(setImmediate);
    expect(ends()).toBe(1);
  });

  test('does not answer twice when the client leaves after the end', () => {
    const { ends, leave } = run();
    leave();
    expect(ends()).toBe(1);
  });

  test('ends rejected when the stream of bidders fails', () => {
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
    expect(auction.refusal?.kind).toBe('failed');
  });

  test('keeps how long each state took', () => {
    const { auction } = run({ collect: () => NEVER });
    for (const step of auction.timeline) expect(step.tookUs).toBeGreaterThanOrEqual(0);
  });
});
