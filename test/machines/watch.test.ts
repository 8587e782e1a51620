import { EMPTY, NEVER } from 'rxjs';
import { expect, test } from 'vitest';
import type { AuctionContext } from '#machines/auction.ts';
import { STAGES } from '#machines/lifecycle.ts';
import { runAuction } from '#machines/run.ts';
import { watchAuction } from '#machines/watch.ts';
import type { Auction, Entry } from '#src/auction/auction.ts';
import { newAuction } from '#src/auction/new-auction.ts';
import type { Transition } from '#src/auction/publish.ts';
import { invalid } from '#src/wire/refusal.ts';
import { aTask, incoming, validRequest } from '#test/helpers/auction.ts';
import { testServices } from '#test/helpers/services.ts';

type Stages = AuctionContext['stages'];

/** µs each stage takes. */
const WORK_US = 5000;

interface Watched {
  readonly auction: Auction;
  readonly steps: { readonly to: string; readonly atUs: number }[];
  readonly leave: () => void;
}

/** Runs an auction whose stages all take their time, with somebody watching. */
function watch(over: Partial<Stages> = {}, { tasks = false, entry = 'auction' as Entry, body = {} } = {}): Watched {
  const services = testServices({
    stored: { find: () => ({ texts: new Map([['c', '{"ext":{}}']]), errors: [] }), category: () => undefined },
  });
  const work = (): void => services.clock.wind(WORK_US / 1000);
  const worked = Object.entries(over).map(([name, stage]) => [
    name,
    (...given: Parameters<Stages['reject']>) => {
      if (name !== 'collect') work();
      return stage(...given);
    },
  ]);
  const plain = Object.fromEntries([...STAGES, 'reject'].map((name) => [name, work]));
  const stages = { ...plain, collect: () => EMPTY, ...Object.fromEntries(worked) } as Stages;
  const steps: Watched['steps'] = [];
  services.bus.listen(['transition']).subscribe(({ data }) => {
    const { to, atUs } = data as Transition;
    steps.push({ to, atUs });
  });
  const auction = newAuction(entry, incoming({ body: Buffer.from(JSON.stringify(body)) }), services, work);
  if (tasks) auction.tasks = [aTask('alpha', validRequest())];
  const { leave } = runAuction(auction, services, stages, watchAuction(auction, services));
  return { auction, steps, leave };
}

const enteredAt = ({ steps }: Watched, state: string): number | undefined => steps.find(({ to }) => to === state)?.atUs;

test('a step is told with the moment its state was entered, which is that of the timeline', () => {
  const watched = watch();
  for (const { state, atUs } of watched.auction.timeline) expect([state, enteredAt(watched, `auction.${state}`)]).toEqual([state, atUs]);
  expect(enteredAt(watched, 'auction.validate')).toBe(0);
  expect(enteredAt(watched, 'auction.enrich')).toBe(WORK_US);
  expect(enteredAt(watched, 'auction.done')).toBe(8 * WORK_US);
});

test('a refusal is told with the moment of the refusal, not with that of its reply', () => {
  const watched = watch({
    enrich: (auction) => {
      auction.refusal = invalid('no');
    },
  });
  expect(['refuse', 'refuseWaits', 'rejected'].map((state) => enteredAt(watched, `auction.${state}`))).toEqual([
    2 * WORK_US,
    undefined,
    3 * WORK_US,
  ]);
});

test('a client that goes is told of with the moment it went', () => {
  const watched = watch({ collect: () => NEVER }, { tasks: true });
  expect(enteredAt(watched, 'auction.collectWaits')).toBe(4 * WORK_US);
  watched.leave();
  expect(enteredAt(watched, 'auction.refuse')).toBe(4 * WORK_US);
});

test('a client that goes while a stage waits is told of with the moment it went', async () => {
  const watched = watch({ privacy: () => new Promise<void>(() => {}) });
  expect(enteredAt(watched, 'auction.privacyWaits')).toBe(3 * WORK_US);
  watched.leave();
  expect(enteredAt(watched, 'auction.refuse')).toBe(3 * WORK_US);
});

test('steps of a video request and of the auction inside it are told alike', () => {
  const body = { podconfig: { durationrangesec: [15], pods: [{ podid: 1, adpoddurationsec: 15, configid: 'c' }] }, site: { page: 'p' } };
  const watched = watch({}, { entry: 'video', body: { ...body, video: { mimes: ['m'], protocols: [1] } } });
  const told = watched.auction.timeline.map(
    ({ state }) => enteredAt(watched, `auction.${state}`) ?? enteredAt(watched, `videoPod.${state}`),
  );
  expect(told).toEqual(watched.auction.timeline.map(({ atUs }) => atUs));
});
