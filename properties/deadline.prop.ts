import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BidderOutcome } from '#src/auction/bidder-task.ts';
import { bidderCalls } from '#streams/bidder-calls.ts';
import { anAuction, aTask, validRequest } from '#test/helpers/auction.ts';
import { WoundClock } from '#test/helpers/clock.ts';
import { testServices } from '#test/helpers/services.ts';
import { type Scripted, ScriptedTransport } from '#test/helpers/transport.ts';
import { runs } from './runs.ts';

const behaviour: fc.Arbitrary<Scripted | undefined> = fc.oneof(
  fc.constant(undefined),
  fc.record({
    afterMs: fc.integer({ min: 1, max: 2000 }),
    response: fc.record({ status: fc.constantFrom(200, 204, 302, 400, 500), body: fc.string() }),
  }),
  fc.record({
    afterMs: fc.integer({ min: 1, max: 2000 }),
    failure: fc.record({ failure: fc.constantFrom('unreachable' as const, 'other' as const), message: fc.string() }),
  }),
);

const auctions = fc.record({
  behaviours: fc.array(behaviour, { minLength: 1, maxLength: 12 }),
  deadlineMs: fc.option(fc.integer({ min: 0, max: 1500 }), { nil: undefined }),
});

describe('under any behaviour of bidders', () => {
  test('every bidder ends in exactly one outcome, by the deadline', () => {
    fc.assert(
      fc.property(auctions, ({ behaviours, deadlineMs }) => {
        const names = behaviours.map((_, i) => `b${i}`);
        const clock = new WoundClock();
        const transport = new ScriptedTransport(clock, ({ bidder }) => behaviours[Number(bidder.slice(1))]);
        const services = testServices({ clock, transport });
        const request = validRequest(names);
        const auction = anAuction(services, request, { tasks: names.map((name) => aTask(name, request)) });
        auction.deadlineAt = deadlineMs === undefined ? undefined : clock.now() + deadlineMs;
        const received: BidderOutcome[] = [];
        let endedAt: number | undefined;
        const start = clock.now();
        bidderCalls(auction, services).subscribe({
          next: ({ outcome }) => received.push(outcome),
          complete: () => {
            endedAt = clock.now() - start;
          },
        });
        clock.wind(60_000);
        expect(received.map(({ bidder }) => bidder).sort()).toEqual([...names].sort());
        expect(endedAt).toBeLessThanOrEqual(deadlineMs ?? services.config.http_client.call_timeout_ms);
        expect(auction.outcomes).toHaveLength(names.length);
        expect(clock.pending).toBe(0);
      }),
      runs(200),
    );
  });
});
