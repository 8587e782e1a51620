/** The auction's machine against a model of it: whatever its stages do, and whenever the client leaves. */
import fc from 'fast-check';
import { EMPTY, NEVER, type Observable, throwError } from 'rxjs';
import { describe, expect, test } from 'vitest';
import type { AuctionContext } from '#machines/auction.ts';
import { STAGES, type StageName } from '#machines/lifecycle.ts';
import { runAuction } from '#machines/run.ts';
import type { Auction } from '#src/auction/auction.ts';
import { newAuction } from '#src/auction/new-auction.ts';
import { invalid } from '#src/wire/refusal.ts';
import { aTask, incoming, validRequest } from '#test/helpers/auction.ts';
import { testServices } from '#test/helpers/services.ts';
import { runs } from './runs.ts';

type Stages = AuctionContext['stages'];
type Stage = Exclude<StageName, 'collect'>;

/** What a stage does; those that wait do the rest when they are let go on. */
const DEEDS = ['goes on', 'refuses', 'throws', 'waits', 'waits and refuses', 'waits and breaks'] as const;
type Deed = (typeof DEEDS)[number];
const COLLECTS = ['calls nobody', 'ends', 'fails', 'never ends'] as const;
const REJECTS = ['answers', 'waits', 'throws', 'waits and breaks'] as const;

interface Script {
  readonly deeds: { readonly [name in Stage]: Deed };
  readonly collect: (typeof COLLECTS)[number];
  readonly reject: (typeof REJECTS)[number];
  /** The wait at which the client leaves, counted from 0; past the last: it stays. */
  readonly leavesAt: number;
}

const OWN_STAGES = STAGES.filter((name): name is Stage => name !== 'collect');
const STAYS = 99;

interface Course {
  /** Transitions, `from > to`. */
  readonly steps: readonly string[];
  readonly stages: readonly StageName[];
  readonly refusal: 'invalid' | 'failed' | 'clientGone' | undefined;
}

/** The course the chart promises. */
function model({ deeds, collect, reject, leavesAt }: Script): Course {
  const steps: string[] = [];
  const stages: StageName[] = [];
  let at = 'idle';
  let waits = 0;
  const go = (to: string, from = at): void => {
    steps.push(`${from} > ${to}`);
    at = to;
  };
  const leaves = (): boolean => waits++ === leavesAt;
  const refused = (refusal: Course['refusal'], from = at): Course => {
    go('refuse', from);
    const later = reject.startsWith('waits');
    if (later) go('refuseWaits');
    go('rejected');
    return { steps, stages, refusal };
  };
  for (const name of STAGES) {
    go(name);
    stages.push(name);
    if (name === 'collect') {
      if (collect === 'calls nobody') continue;
      go('collectWaits');
      if (collect === 'ends') continue;
      if (collect === 'never ends') return refused('clientGone', '');
      // A broken stream is a bug nobody foresaw: the auction's actor ends where it is, its caller is answered all the same.
      return { steps, stages, refusal: 'failed' };
    }
    const deed = deeds[name];
    if (deed === 'refuses' || deed === 'throws') return refused(deed === 'refuses' ? 'invalid' : 'failed');
    if (!deed.startsWith('waits')) continue;
    go(`${name}Waits`);
    if (leaves()) return refused('clientGone', '');
    if (deed !== 'waits') return refused(deed === 'waits and refuses' ? 'invalid' : 'failed');
  }
  go('done');
  return { steps, stages, refusal: undefined };
}

const OBSERVED = {
  'calls nobody': EMPTY,
  ends: EMPTY,
  fails: throwError(() => new Error('a bug')),
  'never ends': NEVER,
} as const;

const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const bare = (id: string): string => id.replace(/^auction\.?/, '');

/** The course the machine takes. */
async function run({ deeds, collect, reject, leavesAt }: Script): Promise<Course & { readonly ends: number }> {
  const services = testServices();
  const steps: string[] = [];
  const held: (() => void)[] = [];
  let ends = 0;
  const hold = (then: () => void): Promise<void> => new Promise<void>((resolve) => held.push(resolve)).then(then);
  const refuse = (auction: Auction): void => {
    auction.refusal ??= invalid('no');
  };
  const breaks = (): never => {
    throw new Error('a bug');
  };
  const doing =
    (deed: string) =>
    (auction: Auction): void | Promise<void> => {
      const then = deed.endsWith('refuses') ? () => refuse(auction) : deed.endsWith('breaks') || deed === 'throws' ? breaks : () => {};
      return deed.startsWith('waits') ? hold(then) : then();
    };
  const auction = newAuction('auction', incoming(), services, () => void ends++);
  auction.tasks = collect === 'calls nobody' ? [] : [aTask('alpha', validRequest())];
  const stages = {
    ...Object.fromEntries(OWN_STAGES.map((name) => [name, doing(deeds[name])])),
    collect: (): Observable<never> => OBSERVED[collect],
    reject: doing(reject),
  } as unknown as Stages;
  const { leave } = runAuction(auction, services, stages, (event) => {
    if (event.type !== '@xstate.microstep') return;
    for (const { source, target } of event._transitions) {
      if (target?.[0]) steps.push(`${bare(source.id)} > ${bare(target[0].id)}`);
    }
  });
  for (let wait = 0; ends === 0 && wait < 20; ) {
    const letGo = held[wait];
    // Bidders that never end are left by the client alone.
    if (wait === leavesAt || !letGo) leave();
    if (letGo) wait++;
    letGo?.();
    await soon();
  }
  // What comes after the end changes nothing.
  leave();
  await soon();
  return {
    steps,
    stages: auction.timeline.map(({ state }) => state as StageName),
    refusal: auction.refusal?.kind as Course['refusal'],
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
  leavesAt: fc.oneof(fc.constant(STAYS), fc.nat(4)),
});

describe('the machine of an auction', () => {
  test('takes the course of the model and ends once, whatever its stages do and whenever the client leaves', async () => {
    await fc.assert(
      fc.asyncProperty(scripts, async (script) => {
        expect(await run(script)).toEqual({ ...model(script), ends: 1 });
      }),
      runs(300),
    );
  });
});
