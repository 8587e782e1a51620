import { EMPTY, NEVER } from 'rxjs';
import { expect, test } from 'vitest';
import type { AuctionContext } from '#machines/auction-context.ts';
import { STAGES } from '#machines/lifecycle.ts';
import { observeAuction } from '#machines/observe.ts';
import { runAuction } from '#machines/run.ts';
import type { Auction, EndpointName } from '#src/auction/auction.ts';
import { newAuction } from '#src/auction/new-auction.ts';
import type { Transition } from '#src/auction/publish.ts';
import { invalid } from '#src/auction/rejection.ts';
import { aTask, incoming, validRequest } from '#test/helpers/auction.ts';
import { testServices } from '#test/helpers/services.ts';

type Stages = AuctionContext['stages'];

/** µs each stage takes. */
const WORK_US = 5000;

interface Observed {
  readonly auction: Auction;
  readonly steps: { readonly to: string; readonly atUs: number }[];
  readonly disconnect: () => void;
}

/** Runs an auction whose stages all take time, with a subscriber. */
function observe(over: Partial<Stages> = {}, { tasks = false, endpoint = 'auction' as EndpointName, body = {} } = {}): Observed {
  const services = testServices({
    stored: { find: () => ({ documents: new Map([['c', '{"ext":{}}']]), errors: [] }), category: () => undefined },
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
  const steps: Observed['steps'] = [];
  services.bus.listen(['transition']).subscribe(({ data }) => {
    const { to, atUs } = data as Transition;
    steps.push({ to, atUs });
  });
  const auction = newAuction(endpoint, incoming({ body: Buffer.from(JSON.stringify(body)) }), services, work);
  if (tasks) auction.tasks = [aTask('alpha', validRequest())];
  const { disconnect } = runAuction(auction, services, stages, observeAuction(auction, services));
  return { auction, steps, disconnect };
}

const enteredAt = ({ steps }: Observed, state: string): number | undefined => steps.find(({ to }) => to === state)?.atUs;

test('a step has the entry time of its state, as in the timeline', () => {
  const observed = observe();
  for (const { state, atUs } of observed.auction.timeline) expect([state, enteredAt(observed, `auction.${state}`)]).toEqual([state, atUs]);
  expect(enteredAt(observed, 'auction.validate')).toBe(0);
  expect(enteredAt(observed, 'auction.enrich')).toBe(WORK_US);
  expect(enteredAt(observed, 'auction.done')).toBe(8 * WORK_US);
});

test('a rejection has its own time, not that of its response', () => {
  const observed = observe({
    enrich: (auction) => {
      auction.rejection = invalid('no');
    },
  });
  expect(['reject', 'rejectWaits', 'rejected'].map((state) => enteredAt(observed, `auction.${state}`))).toEqual([
    2 * WORK_US,
    undefined,
    3 * WORK_US,
  ]);
});

test('a client disconnect has its own time', () => {
  const observed = observe({ collect: () => NEVER }, { tasks: true });
  expect(enteredAt(observed, 'auction.collectWaits')).toBe(4 * WORK_US);
  observed.disconnect();
  expect(enteredAt(observed, 'auction.reject')).toBe(4 * WORK_US);
});

test('a client disconnect during a waiting stage has its own time', async () => {
  const observed = observe({ privacy: () => new Promise<void>(() => {}) });
  expect(enteredAt(observed, 'auction.privacyWaits')).toBe(3 * WORK_US);
  observed.disconnect();
  expect(enteredAt(observed, 'auction.reject')).toBe(3 * WORK_US);
});

test('steps of a video request and of its auction are published alike', () => {
  const body = { podconfig: { durationrangesec: [15], pods: [{ podid: 1, adpoddurationsec: 15, configid: 'c' }] }, site: { page: 'p' } };
  const observed = observe({}, { endpoint: 'video', body: { ...body, video: { mimes: ['m'], protocols: [1] } } });
  const reported = observed.auction.timeline.map(
    ({ state }) => enteredAt(observed, `auction.${state}`) ?? enteredAt(observed, `videoPod.${state}`),
  );
  expect(reported).toEqual(observed.auction.timeline.map(({ atUs }) => atUs));
});
