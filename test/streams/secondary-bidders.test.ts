import { describe, expect, test } from 'vitest';
import type { Auction } from '#src/auction/auction.ts';
import type { HealthTracker } from '#src/bidders/health.ts';
import { accountSchema } from '#src/config/account.ts';
import type { HostConfigInput } from '#src/config/schema.ts';
import { bidderCalls } from '#streams/bidder-calls.ts';
import { anAuction, aTask, validRequest } from '#test/helpers/auction.ts';
import { WoundClock } from '#test/helpers/clock.ts';
import { testServices } from '#test/helpers/services.ts';
import { type Scripted, ScriptedTransport } from '#test/helpers/transport.ts';

const response = { body: JSON.stringify({ seatbid: [{ bid: [{ id: 'b', impid: 'imp-1', price: 1, crid: 'c' }] }] }) };

/** Calls bidders as scripted by name, under a deadline in 100 ms; `named` are secondary by the request, `byAccount` by the account. */
function listen(
  script: Record<string, Scripted | undefined>,
  named?: readonly string[],
  byAccount: readonly string[] = [],
  settings: HostConfigInput = {},
) {
  const clock = new WoundClock();
  const transport = new ScriptedTransport(clock, ({ uri }) => script[uri.slice(uri.lastIndexOf('/') + 1)]);
  const services = testServices({ clock, transport, settings });
  const names = Object.keys(script);
  const request = validRequest(names);
  const bidRequest = { ...request, ext: { srv: { ...(named && { secondarybidders: [...named] }) } } };
  const account = accountSchema.parse({ secondary_bidders: byAccount });
  const auction = anAuction(services, bidRequest, { tasks: names.map((name) => aTask(name, request)), account });
  auction.deadlineAt = clock.now() + 100;
  const state = { ended: false };
  bidderCalls(auction, services).subscribe({
    complete: () => {
      state.ended = true;
    },
  });
  return { auction, clock, state, transport, services };
}

const ends = ({ outcomes }: Auction): string[] => outcomes.map(({ bidder, kind }) => `${bidder}: ${kind}`);

describe('secondary bidders', () => {
  test('are abandoned when all others have ended', () => {
    const { auction, clock, state } = listen({ extra: { afterMs: 50, response }, main: { afterMs: 10, response } }, ['extra']);
    clock.wind(10);
    expect([state.ended, ends(auction)]).toEqual([true, ['main: bids', 'extra: timeout']]);
    expect(auction.diagnostics.warnings.get('extra')).toEqual([{ code: 1, message: 'secondary bidder timed out, auction proceeded' }]);
    expect(auction.diagnostics.errors.size).toBe(0);
    expect(auction.nonBids).toEqual([{ seat: 'extra', impId: 'imp-1', code: 101 }]);
  });

  test('are not called if all others end at once, and take no place among the calls in flight of their bidder', () => {
    const settings = { http_client: { max_auction_bytes: 1, max_live_calls_per_bidder: 1 } };
    const { auction, clock, transport, services } = listen({ main: undefined, extra: undefined }, ['extra'], [], settings);
    expect([ends(auction), transport.sent]).toEqual([['main: error', 'extra: timeout'], []]);
    clock.wind(1000);
    expect((services.health as HealthTracker).admit('extra')).toBeUndefined();
    expect(clock.pending).toBe(0);
  });

  test('count if they were in time', () => {
    const { auction, clock, state } = listen({ extra: { afterMs: 5, response }, main: { afterMs: 10, response } }, ['extra']);
    clock.wind(10);
    expect([state.ended, ends(auction)]).toEqual([true, ['extra: bids', 'main: bids']]);
  });

  test('are awaited if there are no others', () => {
    const { auction, clock, state } = listen({ one: { afterMs: 10, response }, two: { afterMs: 50, response } }, ['one', 'two']);
    clock.wind(10);
    expect(state.ended).toBe(false);
    clock.wind(40);
    expect([state.ended, ends(auction)]).toEqual([true, ['one: bids', 'two: bids']]);
  });

  test("are the account's if the request names none", () => {
    const script = { extra: { afterMs: 50, response }, main: { afterMs: 10, response } };
    const [byAccount, byRequest] = [listen(script, undefined, ['extra']), listen(script, [], ['extra'])];
    byAccount.clock.wind(10);
    byRequest.clock.wind(10);
    expect([byAccount.state.ended, byRequest.state.ended]).toEqual([true, false]);
  });

  test('time out like all others at the deadline', () => {
    const { auction, clock, state } = listen({ main: undefined, extra: undefined }, ['extra']);
    clock.wind(100);
    expect([state.ended, ends(auction)]).toEqual([true, ['main: timeout', 'extra: timeout']]);
    expect(auction.diagnostics.errors.get('extra')).toEqual([{ code: 1, message: 'context deadline exceeded' }]);
  });

  test('keep their connections for a while: a late response is drained', () => {
    const { clock, transport } = listen({ extra: { afterMs: 5000, response }, main: { afterMs: 10, response } }, ['extra']);
    clock.wind(10);
    expect(transport.cancelled).toBe(0);
    clock.wind(1000);
    expect(transport.cancelled).toBe(1);
  });
});
