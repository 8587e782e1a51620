/** The stream of bidder calls as drawings: a character is a millisecond, the deadline is 10 ms away. */
import { map } from 'rxjs';
import { describe, test } from 'vitest';
import type { Transport } from '#src/outside/http.ts';
import { bidderCalls } from '#streams/bidder-calls.ts';
import { anAuction, aTask, validRequest } from '#test/helpers/auction.ts';
import { type Drawing, drawn } from '#test/helpers/marbles.ts';
import { testServices } from '#test/helpers/services.ts';

interface Options {
  readonly secondary?: readonly string[];
  /** ms a bidder has, by its name. */
  readonly limits?: Readonly<Record<string, number>>;
}

const bid = { status: 200, headers: {}, body: JSON.stringify({ seatbid: [{ bid: [{ id: 'b', impid: 'imp-1', price: 1, crid: 'c' }] }] }) };

/** The outcomes of bidders whose connections are drawn, and those connections. */
function calling({ cold, clock }: Drawing, responses: Readonly<Record<string, string>>, { secondary = [], limits = {} }: Options = {}) {
  const names = Object.keys(responses);
  const connections = Object.fromEntries(names.map((name) => [name, cold(responses[name] ?? '')]));
  const transport: Transport = {
    send({ bidder }, done) {
      const subscription = connections[bidder]?.subscribe(() => done({ kind: 'answer', answer: bid }));
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

const ENDS = { a: 'a: bids', b: 'b: bids', A: 'a: timeout', B: 'b: timeout' };

describe('outcomes of bidders', () => {
  test('come as bidders respond and end with the last of them', () => {
    drawn((drawing) => {
      const { outcomes } = calling(drawing, { a: '-----r|', b: '--r|' });
      drawing.expectObservable(outcomes).toBe('--b--(a|)', ENDS);
    });
  });

  test('end at the deadline with a timeout for each bidder that is silent', () => {
    drawn((drawing) => {
      const { outcomes } = calling(drawing, { a: '--r|', b: '-' });
      drawing.expectObservable(outcomes).toBe('--a-------(B|)', ENDS);
    });
  });

  test('count a response at the very deadline as late', () => {
    drawn((drawing) => {
      const { outcomes } = calling(drawing, { a: '----------r|' });
      drawing.expectObservable(outcomes).toBe('----------(A|)', ENDS);
    });
  });

  test('let the connection of a late response live until the response is read', () => {
    drawn((drawing) => {
      const { outcomes, connections } = calling(drawing, { a: '500ms r|' });
      drawing.expectObservable(outcomes).toBe('----------(A|)', ENDS);
      drawing.expectSubscriptions(connections['a']?.subscriptions ?? []).toBe('^ 500ms !');
    });
  });

  test('close the connection of a response that is not there a second after the deadline', () => {
    drawn((drawing) => {
      const { outcomes, connections } = calling(drawing, { a: '-' });
      drawing.expectObservable(outcomes).toBe('----------(A|)', ENDS);
      drawing.expectSubscriptions(connections['a']?.subscriptions ?? []).toBe('^ 1009ms !');
    });
  });

  test('end early with those of secondary bidders, whose connections live on', () => {
    drawn((drawing) => {
      const { outcomes, connections } = calling(drawing, { b: '-', a: '---r|' }, { secondary: ['b'] });
      drawing.expectObservable(outcomes).toBe('---(aB|)', ENDS);
      drawing.expectSubscriptions(connections['b']?.subscriptions ?? []).toBe('^ 1002ms !');
    });
  });

  test('end earlier for a bidder with less time of its own', () => {
    drawn((drawing) => {
      const { outcomes } = calling(drawing, { a: '-----r|', b: '-------r|' }, { limits: { a: 3 } });
      drawing.expectObservable(outcomes).toBe('---A---(b|)', ENDS);
    });
  });

  test('stop at once when the client disconnects, and with them the connections', () => {
    drawn((drawing) => {
      const { outcomes, connections } = calling(drawing, { a: '--r|', b: '-' });
      drawing.expectObservable(outcomes, '^---!').toBe('--a', ENDS);
      drawing.expectSubscriptions(connections['b']?.subscriptions ?? []).toBe('^---!');
    });
  });
});
