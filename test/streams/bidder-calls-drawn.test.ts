/** The stream of bidder calls as marble diagrams: a character is a millisecond, the deadline is 10 ms away. */
import { map } from 'rxjs';
import { describe, test } from 'vitest';
import type { Transport } from '#src/net/transport.ts';
import { bidderCalls } from '#streams/bidder-calls.ts';
import { anAuction, aTask, validRequest } from '#test/helpers/auction.ts';
import { type Drawing, drawn } from '#test/helpers/marbles.ts';
import { testServices } from '#test/helpers/services.ts';

interface Options {
  readonly secondary?: readonly string[];
  /** Timeout of a bidder in ms, by name. */
  readonly limits?: Readonly<Record<string, number>>;
}

const bid = { status: 200, headers: {}, body: JSON.stringify({ seatbid: [{ bid: [{ id: 'b', impid: 'imp-1', price: 1, crid: 'c' }] }] }) };

/** The outcomes of bidders with drawn connections, and those connections. */
function calling({ cold, clock }: Drawing, responses: Readonly<Record<string, string>>, { secondary = [], limits = {} }: Options = {}) {
  const names = Object.keys(responses);
  const connections = Object.fromEntries(names.map((name) => [name, cold(responses[name] ?? '')]));
  const transport: Transport = {
    send({ bidder }, done) {
      const subscription = connections[bidder]?.subscribe(() => done({ kind: 'response', response: bid }));
      return () => subscription?.unsubscribe();
    },
    close: async () => {},
  };
  const services = testServices({ clock, transport: transport as never });
  const request = { ...validRequest(names), ext: { srv: { secondarybidders: [...secondary] } } };
  const tasks = names.map((name) => aTask(name, request, { timeoutMs: limits[name] }));
  const auction = anAuction(services, request, { tasks, deadlineAt: clock.now() + 10 });
  const outcomes = bidderCalls(auction, services).pipe(map(({ outcome }) => `${outcome.bidder}: ${outcome.kind}`));
  return { outcomes, connections };
}

const FINAL_STATES = { a: 'a: bids', b: 'b: bids', A: 'a: timeout', B: 'b: timeout' };

describe('outcomes of bidders', () => {
  test('arrive as bidders respond and end with the last of them', () => {
    drawn((drawing) => {
      const { outcomes } = calling(drawing, { a: '-----r|', b: '--r|' });
      drawing.expectObservable(outcomes).toBe('--b--(a|)', FINAL_STATES);
    });
  });

  test('end at the deadline with a timeout for each silent bidder', () => {
    drawn((drawing) => {
      const { outcomes } = calling(drawing, { a: '--r|', b: '-' });
      drawing.expectObservable(outcomes).toBe('--a-------(B|)', FINAL_STATES);
    });
  });

  test('count a response exactly at the deadline as late', () => {
    drawn((drawing) => {
      const { outcomes } = calling(drawing, { a: '----------r|' });
      drawing.expectObservable(outcomes).toBe('----------(A|)', FINAL_STATES);
    });
  });

  test('keep the connection of a late response until the response is read', () => {
    drawn((drawing) => {
      const { outcomes, connections } = calling(drawing, { a: '500ms r|' });
      drawing.expectObservable(outcomes).toBe('----------(A|)', FINAL_STATES);
      drawing.expectSubscriptions(connections['a']?.subscriptions ?? []).toBe('^ 500ms !');
    });
  });

  test('close the connection of a missing response a second after the deadline', () => {
    drawn((drawing) => {
      const { outcomes, connections } = calling(drawing, { a: '-' });
      drawing.expectObservable(outcomes).toBe('----------(A|)', FINAL_STATES);
      drawing.expectSubscriptions(connections['a']?.subscriptions ?? []).toBe('^ 1009ms !');
    });
  });

  test('end early with those of secondary bidders, whose connections stay open', () => {
    drawn((drawing) => {
      const { outcomes, connections } = calling(drawing, { b: '-', a: '---r|' }, { secondary: ['b'] });
      drawing.expectObservable(outcomes).toBe('---(aB|)', FINAL_STATES);
      drawing.expectSubscriptions(connections['b']?.subscriptions ?? []).toBe('^ 1002ms !');
    });
  });

  test('end earlier for a bidder with a shorter timeout of its own', () => {
    drawn((drawing) => {
      const { outcomes } = calling(drawing, { a: '-----r|', b: '-------r|' }, { limits: { a: 3 } });
      drawing.expectObservable(outcomes).toBe('---A---(b|)', FINAL_STATES);
    });
  });

  test('stop at once on client disconnect, and with them the connections', () => {
    drawn((drawing) => {
      const { outcomes, connections } = calling(drawing, { a: '--r|', b: '-' });
      drawing.expectObservable(outcomes, '^---!').toBe('--a', FINAL_STATES);
      drawing.expectSubscriptions(connections['b']?.subscriptions ?? []).toBe('^---!');
    });
  });
});
