import { describe, expect, test } from 'vitest';
import type { Auction } from '#src/auction/auction.ts';
import { publishEnd } from '#src/auction/publish.ts';
import type { Log } from '#src/outside/log.ts';
import { EventBus } from '#streams/events.ts';
import { LogWatch } from '#streams/log-watch.ts';
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
  return { bus, clock, lines, end, watch: new LogWatch({ bus, log, clock, maxBodyBytes: 0 }) };
}

const reply = (status: number): Partial<Auction> => ({ reply: { status, headers: {}, body: '{}' } });

describe('a trace', () => {
  test('logs the auctions of an account at its level, and of nobody else, until its time is over', () => {
    const { watch, end, clock, lines, bus } = arrange();
    watch.trace({ account: 'a', level: 'error', durationMs: 1000 });
    end({ accountId: 'a', ...reply(200) });
    end({ accountId: 'b', ...reply(200) });
    clock.wind(1000);
    end({ accountId: 'a', ...reply(200) });
    expect(lines.map(({ level, fields, message }) => [level, fields['account'], fields['kind'], message])).toEqual([
      ['error', 'a', 'auction', 'trace of an auction'],
    ]);
    expect(lines[0]?.fields['told']).toHaveProperty('bodies');
    expect(bus.watched('auction')).toBe(false);
  });

  test('gives way to newer ones where there are too many', () => {
    const { watch, end, lines, clock } = arrange();
    for (let i = 0; i <= 10; i++) watch.trace({ account: `a${i}`, level: 'info', durationMs: 1000 });
    expect(clock.pending).toBe(10);
    end({ accountId: 'a0', ...reply(200) });
    end({ accountId: 'a10', ...reply(200) });
    expect(lines.map(({ fields }) => fields['account'])).toEqual(['a10']);
  });
});

describe('interactions', () => {
  test('are logged as often as wished, where endpoint, status and account match', () => {
    const { watch, end, lines, bus } = arrange();
    watch.interactions({ endpoint: 'auction', status: 200, account: 'a', limit: 2 });
    end({ accountId: 'a', ...reply(400) });
    end({ accountId: 'a', entry: 'amp', ...reply(200) });
    for (let i = 0; i < 3; i++) end({ accountId: 'a', ...reply(200) });
    expect(lines.map(({ level, message }) => [level, message])).toEqual([
      ['info', 'a request and its answer'],
      ['info', 'a request and its answer'],
    ]);
    expect(bus.watched('auction')).toBe(false);
  });

  test('of a new wish take the place of the old ones', () => {
    const { watch, end, lines } = arrange();
    watch.interactions({ account: 'a', limit: 5 });
    watch.interactions({ account: 'b', limit: 5 });
    end({ accountId: 'a', ...reply(200) });
    end({ accountId: 'b', ...reply(200) });
    expect(lines.map(({ fields }) => fields['account'])).toEqual(['b']);
  });

  test('end with the watch', () => {
    const { watch, end, lines, bus, clock } = arrange();
    watch.interactions({ limit: 5 });
    watch.trace({ bidder: 'alpha', level: 'warn', durationMs: 10 });
    watch.stop();
    end(reply(200));
    expect([lines, bus.watched('auction'), bus.watched('bidder'), clock.pending]).toEqual([[], false, false, 0]);
  });
});

test('an event that cannot be told is logged as that and costs nobody anything', () => {
  const { watch, bus, lines } = arrange();
  watch.trace({ account: 'a', level: 'error', durationMs: 10 });
  bus.publish({ v: 1, kind: 'bidder', at: 0, account: 'a', bidder: 'b', data: {} });
  expect(lines.map(({ message }) => message)).toEqual(['an event could not be logged']);
});
