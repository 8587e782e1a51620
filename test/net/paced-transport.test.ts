import { beforeEach, describe, expect, test } from 'vitest';
import { PacedTransport } from '#src/net/paced-transport.ts';
import { TurnQueue } from '#src/platform/turn-queue.ts';
import { WoundClock } from '#test/helpers/clock.ts';
import { ScriptedTransport } from '#test/helpers/transport.ts';

describe('responses of bidders', () => {
  let clock: WoundClock;
  let ends: (() => void)[];
  let inner: ScriptedTransport;
  let transport: PacedTransport;
  let handled: string[];
  beforeEach(() => {
    clock = new WoundClock();
    ends = [];
    handled = [];
    inner = new ScriptedTransport(clock, ({ bidder }) => ({ response: { body: bidder } }));
    // Each reading of the time is 3 ms later.
    let nowMs = 0;
    const time = {
      nowMs: () => {
        nowMs += 3;
        return nowMs;
      },
      atTurnEnd: (callback: () => void) => {
        ends.push(callback);
        return () => {
          ends = [];
        };
      },
    };
    transport = new PacedTransport(inner, new TurnQueue(time, 5));
  });

  const send = (bidder: string) =>
    transport.send({ bidder, method: 'POST', uri: 'http://a.example/bid', headers: {}, gzip: false }, (exchanged) => {
      handled.push(exchanged.kind === 'response' ? exchanged.response.body : exchanged.message);
    });
  const endTurn = (): void => {
    for (const end of ends.splice(0)) end();
  };

  test('are handled in the order of their arrival, those over the budget of a turn at its end', () => {
    for (const bidder of ['alpha', 'beta', 'gamma', 'delta']) send(bidder);
    clock.wind(1);
    expect(handled).toEqual(['alpha', 'beta']);
    endTurn();
    expect(handled).toEqual(['alpha', 'beta', 'gamma', 'delta']);
  });

  test('that wait are dropped if their call is cancelled', () => {
    const cancels = ['alpha', 'beta', 'gamma', 'delta'].map(send);
    clock.wind(1);
    cancels[2]?.();
    endTurn();
    expect(handled).toEqual(['alpha', 'beta', 'delta']);
    expect(inner.cancelled).toBe(1);
  });

  test('that wait are dropped when the transport is closed', async () => {
    for (const bidder of ['alpha', 'beta', 'gamma']) send(bidder);
    clock.wind(1);
    await transport.close();
    endTurn();
    expect(handled).toEqual(['alpha', 'beta']);
  });
});
