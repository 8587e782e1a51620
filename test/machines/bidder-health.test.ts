import { describe, expect, test } from 'vitest';
import { getSimplePaths } from 'xstate/graph';
import { bidderHealthMachine, type HealthEvent, type HealthState, healthCourse } from '#machines/bidder-health.ts';
import { hostSchema } from '#src/config/schema.ts';
import { silentLog } from '#src/outside/log.ts';
import { MetricsRegistry } from '#src/outside/metrics.ts';
import { HealthBook } from '#streams/health.ts';

const WINDOW = 50;

/** A book whose chance is what the test says, and what it logged. */
function aBook(throttle: object = { enable_throttling: true }) {
  const settings = hostSchema.parse({ http_client: { throttle: { throttle_window: WINDOW, ...throttle } } }).http_client;
  const chance = { value: 0.999 };
  const logged: string[] = [];
  const metrics = new MetricsRegistry();
  const told = (fields: object): void => void logged.push(`${(fields as { from: string }).from} > ${(fields as { to: string }).to}`);
  const log = { ...silentLog, info: told, warn: told };
  const book = new HealthBook(settings, { random: { next: () => chance.value }, metrics, log, course: healthCourse, bidders: ['known'] });
  const call = (well: boolean): void => {
    if (book.admit('a') === undefined) book.note('a', well);
  };
  return { book, chance, logged, metrics, call };
}

/** How each event of the chart comes about: calls of one kind until the state changes. */
const DRIVERS: { readonly [event in HealthEvent]: boolean } = { sicken: false, improve: true, relapse: false, recover: true };

const paths = getSimplePaths(bidderHealthMachine).map(({ state, steps }) => ({
  state: state.value as HealthState,
  events: steps.map(({ event }) => event.type).filter((type): type is HealthEvent => type in DRIVERS),
}));

describe('the book of bidders walks the chart', () => {
  test('which has three states and every event', () => {
    expect(new Set(paths.map(({ state }) => state))).toEqual(new Set(['healthy', 'throttled', 'recovering']));
    expect(healthCourse.first).toBe('healthy');
    expect(healthCourse.next('healthy', 'relapse')).toBe('healthy');
  });

  // From the first state along every simple path, and from its end by each event that leads on.
  const walks = paths.flatMap(({ state, events }) => {
    const on = (Object.keys(DRIVERS) as HealthEvent[]).filter((event) => healthCourse.next(state, event) !== state);
    return on.map((event) => [...events, event]);
  });

  test.each(walks.map((events) => [events.join(', '), events] as const))('%s', (_, events) => {
    const { book, call, logged } = aBook();
    let expected: HealthState = healthCourse.first;
    for (const [place, event] of events.entries()) {
      expected = healthCourse.next(expected, event);
      // Who is to improve first must have something to improve.
      if (events[place + 1] === 'improve') for (let i = 0; i < 100; i++) call(false);
      for (let i = 0; i < 500 && book.state('a') !== expected; i++) call(DRIVERS[event]);
      expect(book.state('a')).toBe(expected);
    }
    expect(logged).toHaveLength(events.length);
  });
});

describe('a bidder', () => {
  test('is refused more the more it fails, and a tenth always goes through', () => {
    const { book, chance, metrics } = aBook();
    for (let i = 0; i < 1000; i++) book.note('a', false);
    expect([book.state('a'), book.failureShare('a') > 0.999]).toEqual(['throttled', true]);
    chance.value = 0.89;
    expect(book.admit('a')).toBe('Bidder a is temporarily throttled');
    chance.value = 0.9;
    expect(book.admit('a')).toBeUndefined();
    expect(metrics.text()).toContain('adapter_throttled{adapter="a"} 1');
    expect(metrics.text()).toContain('adapter_health{adapter="a"} 2');
    expect(metrics.text()).toContain('adapter_health{adapter="known"} 0');
  });

  test('is only counted where the host simulates, and left alone where it does not throttle', () => {
    const simulating = aBook({ enable_throttling: true, simulate_throttling_only: true });
    const off = aBook({ enable_throttling: false });
    for (const { book, chance } of [simulating, off]) {
      chance.value = 0;
      for (let i = 0; i < 1000; i++) book.note('a', false);
      expect(book.admit('a')).toBeUndefined();
    }
    expect(simulating.metrics.text()).toContain('adapter_throttled{adapter="a"} 1');
    expect(off.metrics.text()).toContain('adapter_throttled{adapter="a"} 0');
    expect([simulating.logged, off.logged]).toEqual([['healthy > throttled'], []]);
  });

  test('is not judged by calls that were given up for other reasons, which make room all the same', () => {
    const { book } = aBook();
    for (let i = 0; i < 1000; i++) expect(book.admit('a')).toBeUndefined();
    expect(book.admit('a')).toBe('Bidder a has too many calls under way');
    book.note('a', undefined);
    expect([book.admit('a'), book.failureShare('a')]).toEqual([undefined, 0]);
  });
});
