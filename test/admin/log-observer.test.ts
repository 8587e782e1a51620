import { describe, expect, test } from 'vitest';
import { LogObserver } from '#src/admin/log-observer.ts';
import type { Auction } from '#src/auction/auction.ts';
import { publishEnd } from '#src/auction/publish.ts';
import type { Log } from '#src/platform/log.ts';
import { EventBus } from '#streams/events.ts';
import { anAuction, validRequest } from '#test/helpers/auction.ts';
import { WoundClock } from '#test/helpers/clock.ts';
import { testServices } from '#test/helpers/services.ts';

function arrange() {
  const [bus, clock] = [new EventBus(), new WoundClock()];
  const lines: { level: string; fields: Record<string, unknown>; message: string }[] = [];
  const write =
    (level: string) =>
    (fields: object, message: string): void =>
      void lines.push({ level, fields: fields as Record<string, unknown>, message });
  const log: Log = { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
  const services = { ...testServices({}), bus, clock };
  const end = (over: Partial<Auction>): void => publishEnd(anAuction(services, validRequest(), { ...over }), services);
  return { bus, clock, lines, end, observe: new LogObserver({ bus, log, clock, maxBodyBytes: 0 }) };
}

const response = (status: number): Partial<Auction> => ({ clientResponse: { status, headers: {}, body: '{}' } });

describe('a trace', () => {
  test('logs the auctions of an account at its level, and no others, until it expires', () => {
    const { observe, end, clock, lines, bus } = arrange();
    observe.trace({ account: 'a', level: 'error', durationMs: 1000 });
    end({ accountId: 'a', ...response(200) });
    end({ accountId: 'b', ...response(200) });
    clock.wind(1000);
    end({ accountId: 'a', ...response(200) });
    expect(lines.map(({ level, fields, message }) => [level, fields['account'], fields['kind'], message])).toEqual([
      ['error', 'a', 'auction', 'auction trace'],
    ]);
    expect(lines[0]?.fields['reported']).toHaveProperty('bodies');
    expect(bus.hasSubscribers('auction')).toBe(false);
    expect(bus.hasSubscribers('bodies')).toBe(false);
  });

  test('has the bodies of auctions stored from their start', () => {
    const { observe, bus } = arrange();
    observe.trace({ bidder: 'x', level: 'info', durationMs: 1000 });
    expect(bus.hasSubscribers('bodies')).toBe(true);
    observe.stop();
    expect(bus.hasSubscribers('bodies')).toBe(false);
  });

  test('is replaced by a newer one of the same auctions, with its level and its end', () => {
    const { observe, end, lines, clock } = arrange();
    observe.trace({ account: 'a', level: 'info', durationMs: 1000 });
    observe.trace({ account: 'a', level: 'error', durationMs: 3000 });
    clock.wind(2000);
    end({ accountId: 'a', ...response(200) });
    expect(lines.map(({ level, fields }) => [level, fields['account']])).toEqual([['error', 'a']]);
    clock.wind(1000);
    end({ accountId: 'a', ...response(200) });
    expect([lines.length, clock.pending]).toEqual([1, 0]);
  });

  test('is replaced by newer ones beyond the limit', () => {
    const { observe, end, lines, clock } = arrange();
    for (let i = 0; i <= 10; i++) observe.trace({ account: `a${i}`, level: 'info', durationMs: 1000 });
    expect(clock.pending).toBe(10);
    end({ accountId: 'a0', ...response(200) });
    end({ accountId: 'a10', ...response(200) });
    expect(lines.map(({ fields }) => fields['account'])).toEqual(['a10']);
  });
});

describe('interactions', () => {
  test('are logged the requested number of times, if endpoint, status and account match', () => {
    const { observe, end, lines, bus } = arrange();
    observe.interactions({ endpoint: 'auction', status: 200, account: 'a', limit: 2 });
    end({ accountId: 'a', ...response(400) });
    end({ accountId: 'a', endpoint: 'amp', ...response(200) });
    for (let i = 0; i < 3; i++) end({ accountId: 'a', ...response(200) });
    expect(lines.map(({ level, message }) => [level, message])).toEqual([
      ['info', 'request and response'],
      ['info', 'request and response'],
    ]);
    expect(bus.hasSubscribers('auction')).toBe(false);
  });

  test('of a bidder are logged if a call of it has the status', () => {
    const { observe, bus, lines } = arrange();
    observe.interactions({ bidder: 'alpha', status: 204, limit: 5 });
    const auction = anAuction(testServices({}), validRequest());
    for (const statuses of [[200], [200, 204], []]) {
      const calls = statuses.map((status) => ({
        call: { method: 'POST', uri: 'https://a', headers: {}, impIds: [] },
        response: { status },
        ms: 1,
      }));
      bus.publish({
        v: 1,
        kind: 'bidder',
        at: 0,
        bidder: 'alpha',
        data: { auction, outcome: { bidder: 'alpha', kind: 'no-bid', ms: 1, calls } },
      });
    }
    expect(lines.map(({ fields }) => fields['reported'])).toMatchObject([{ calls: [{ status: 200 }, { status: 204 }] }]);
  });

  test('of a new request replace the old ones', () => {
    const { observe, end, lines } = arrange();
    observe.interactions({ account: 'a', limit: 5 });
    observe.interactions({ account: 'b', limit: 5 });
    end({ accountId: 'a', ...response(200) });
    end({ accountId: 'b', ...response(200) });
    expect(lines.map(({ fields }) => fields['account'])).toEqual(['b']);
  });

  test('end with the log control', () => {
    const { observe, end, lines, bus, clock } = arrange();
    observe.interactions({ limit: 5 });
    observe.trace({ bidder: 'alpha', level: 'warn', durationMs: 10 });
    observe.stop();
    end(response(200));
    expect([lines, bus.hasSubscribers('auction'), bus.hasSubscribers('bidder'), clock.pending]).toEqual([[], false, false, 0]);
  });
});

test('an event that cannot be rendered is logged as a failure without affecting others', () => {
  const { observe, bus, lines } = arrange();
  observe.trace({ account: 'a', level: 'error', durationMs: 10 });
  bus.publish({ v: 1, kind: 'bidder', at: 0, account: 'a', bidder: 'b', data: {} });
  expect(lines.map(({ message }) => message)).toEqual(['logging an event failed']);
});
