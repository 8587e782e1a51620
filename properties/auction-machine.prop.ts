/** The chart of an auction and the machine that runs it against a model: whatever stages do, and whenever the client disconnects. */
import fc from 'fast-check';
import { EMPTY, NEVER, type Observable, throwError } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import { auctionMachine } from '#machines/auction.ts';
import type { AuctionContext } from '#machines/auction-context.ts';
import { STAGES, type StageName } from '#machines/lifecycle.ts';
import { type AuctionObserver, observeAuction } from '#machines/observe.ts';
import { type RunningAuction, runAuction } from '#machines/run.ts';
import type { Auction } from '#src/auction/auction.ts';
import { newAuction } from '#src/auction/new-auction.ts';
import type { Transition } from '#src/auction/publish.ts';
import { invalid } from '#src/auction/rejection.ts';
import type { Services } from '#src/auction/services.ts';
import { aTask, incoming, validRequest } from '#test/helpers/auction.ts';
import { testServices } from '#test/helpers/services.ts';
import { runs } from './runs.ts';

type Stages = AuctionContext['stages'];
type Stage = Exclude<StageName, 'collect'>;

/** The behaviour of a stage; a waiting one does the rest when it is resumed. */
const DEEDS = ['goes on', 'rejects', 'throws', 'waits', 'waits and rejects', 'waits and breaks'] as const;
type Deed = (typeof DEEDS)[number];
const COLLECTS = ['calls no bidder', 'ends', 'fails', 'never ends'] as const;
const REJECTS = ['responds', 'waits', 'throws', 'waits and breaks'] as const;

interface Script {
  readonly deeds: { readonly [name in Stage]: Deed };
  readonly collect: (typeof COLLECTS)[number];
  readonly reject: (typeof REJECTS)[number];
  /** The wait during which the client disconnects, counted from 0; past the last: never. */
  readonly disconnectsAt: number;
}

const OWN_STAGES = STAGES.filter((name): name is Stage => name !== 'collect');
const STAYS = 99;

interface AuctionPath {
  /** Transitions, `from > to: event`. */
  readonly steps: readonly string[];
  readonly stages: readonly StageName[];
  readonly rejection: 'invalid' | 'failed' | 'clientDisconnected' | undefined;
}

/** The path that the chart specifies. */
function model({ deeds, collect, reject, disconnectsAt }: Script): AuctionPath {
  const steps: string[] = [];
  const stages: StageName[] = [];
  let at = 'idle';
  let waits = 0;
  const go = (to: string, on = at.endsWith('Waits') ? 'done: pending' : 'always', from = at): void => {
    steps.push(`${from} > ${to}: ${on}`);
    at = to;
  };
  const disconnects = (): boolean => waits++ === disconnectsAt;
  const rejected = (rejection: AuctionPath['rejection'], ...by: [on?: string, from?: string]): AuctionPath => {
    go('reject', ...by);
    const later = reject.startsWith('waits');
    if (later) go('rejectWaits');
    go('rejected');
    return { steps, stages, rejection };
  };
  let on: string | undefined = 'start';
  for (const name of STAGES) {
    go(name, on);
    on = undefined;
    stages.push(name);
    if (name === 'collect') {
      if (collect === 'calls no bidder') continue;
      go('collectWaits');
      on = 'done: bidderCalls';
      if (collect === 'ends') continue;
      if (collect === 'never ends') return rejected('clientDisconnected', 'disconnected', '');
      // A failing stream is an unexpected bug.
      return rejected('failed', 'error: bidderCalls');
    }
    const deed = deeds[name];
    if (deed === 'rejects' || deed === 'throws') return rejected(deed === 'rejects' ? 'invalid' : 'failed');
    if (!deed.startsWith('waits')) continue;
    go(`${name}Waits`);
    if (disconnects()) return rejected('clientDisconnected', 'disconnected', '');
    if (deed !== 'waits') return rejected(deed === 'waits and rejects' ? 'invalid' : 'failed');
  }
  go('done');
  return { steps, stages, rejection: undefined };
}

const OBSERVED = {
  'calls no bidder': EMPTY,
  ends: EMPTY,
  fails: throwError(() => new Error('a bug')),
  'never ends': NEVER,
} as const;

const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const bare = (id: string): string => id.replace(/^auction\.?/, '');

type Runs = (auction: Auction, services: Services, stages: Stages, observer: AuctionObserver | undefined) => RunningAuction;

/** Runs the machine of the chart instead of the compact one. */
const runChart: Runs = (auction, services, stages, observer) => {
  const actor = createActor(auctionMachine, { input: { auction, services, stages }, ...(observer && { inspect: observer.inspect }) });
  actor.start();
  actor.send({ type: 'start' });
  return {
    disconnect: () => {
      if (actor.getSnapshot().status === 'active') actor.send({ type: 'disconnected' });
    },
  };
};

/** The path that a machine takes; without an observer its transitions are not known. */
async function run(
  { deeds, collect, reject, disconnectsAt }: Script,
  { machine = runAuction as Runs, isObserved = true } = {},
): Promise<AuctionPath & { readonly ends: number }> {
  const services = testServices();
  const steps: string[] = [];
  const held: (() => void)[] = [];
  let ends = 0;
  const hold = (then: () => void): Promise<void> => new Promise<void>((resolve) => held.push(resolve)).then(then);
  const rejectWith = (auction: Auction): void => {
    auction.rejection ??= invalid('no');
  };
  const breaks = (): never => {
    throw new Error('a bug');
  };
  const doing =
    (deed: string) =>
    (auction: Auction): void | Promise<void> => {
      const then = deed.endsWith('rejects') ? () => rejectWith(auction) : deed.endsWith('breaks') || deed === 'throws' ? breaks : () => {};
      return deed.startsWith('waits') ? hold(then) : then();
    };
  const auction = newAuction('auction', incoming(), services, () => void ends++);
  auction.tasks = collect === 'calls no bidder' ? [] : [aTask('alpha', validRequest())];
  const stages = {
    ...Object.fromEntries(OWN_STAGES.map((name) => [name, doing(deeds[name])])),
    collect: (): Observable<never> => OBSERVED[collect],
    reject: doing(reject),
  } as unknown as Stages;
  if (isObserved) {
    services.bus.listen(['transition']).subscribe(({ data }) => {
      const { from, to, on } = data as Transition;
      steps.push(`${bare(from)} > ${bare(to)}: ${on}`);
    });
  }
  const { disconnect } = machine(auction, services, stages, observeAuction(auction, services));
  for (let wait = 0; ends === 0 && wait < 20; ) {
    const letGo = held[wait];
    // Only a client disconnect ends bidders that never end.
    if (wait === disconnectsAt || !letGo) disconnect();
    if (letGo) wait++;
    letGo?.();
    await soon();
  }
  // Calls after the end change nothing.
  disconnect();
  await soon();
  return {
    steps,
    stages: auction.timeline.map(({ state }) => state as StageName),
    rejection: auction.rejection?.kind as AuctionPath['rejection'],
    ends,
  };
}

const deed = fc.oneof({ weight: 3, arbitrary: fc.constant<Deed>('goes on') }, fc.constantFrom<Deed>(...DEEDS));
const deeds = fc
  .tuple(...OWN_STAGES.map(() => deed))
  .map((all) => Object.fromEntries(OWN_STAGES.map((name, i) => [name, all[i]])) as Script['deeds']);

const scripts: fc.Arbitrary<Script> = fc.record({
  deeds,
  collect: fc.constantFrom(...COLLECTS),
  reject: fc.constantFrom(...REJECTS),
  disconnectsAt: fc.oneof(fc.constant(STAYS), fc.nat(4)),
});

describe('the auction machine', () => {
  test('follows the model and ends once, whatever its stages do and whenever the client disconnects', async () => {
    await fc.assert(
      fc.asyncProperty(scripts, async (script) => {
        expect(await run(script, { machine: runChart })).toEqual({ ...model(script), ends: 1 });
      }),
      runs(300),
    );
  });

  test('runs and reports the same in its compact form', async () => {
    await fc.assert(
      fc.asyncProperty(scripts, async (script) => {
        expect(await run(script)).toEqual({ ...model(script), ends: 1 });
      }),
      runs(300),
    );
  });

  test('runs the same stages and ends the same without observers', async () => {
    await fc.assert(
      fc.asyncProperty(scripts, async (script) => {
        expect(await run(script, { isObserved: false })).toEqual({ ...model(script), steps: [], ends: 1 });
      }),
      runs(300),
    );
  });
});
