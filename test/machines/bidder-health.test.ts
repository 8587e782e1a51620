import { describe, expect, test } from 'vitest';
import { getSimplePaths } from 'xstate/graph';
import { bidderHealthMachine, type HealthEvent, type HealthState, healthTransitions } from '#machines/bidder-health.ts';
import { HealthTracker } from '#src/bidders/health.ts';
import { hostSchema } from '#src/config/schema.ts';
import { silentLog } from '#src/platform/log.ts';
import { MetricsRegistry } from '#src/platform/metrics.ts';
import { failureShare, healthOf } from '#test/helpers/metrics.ts';

const WINDOW = 50;

/** A health tracker with scripted randomness, and its log. */
function aTracker(throttle: object = { enable_throttling: true }) {
  const settings = hostSchema.parse({ http_client: { throttle: { throttle_window: WINDOW, ...throttle } } }).http_client;
  const random = { value: 0.999 };
  const logged: string[] = [];
  const metrics = new MetricsRegistry();
  const reported = (fields: object): void => void logged.push(`${(fields as { from: string }).from} > ${(fields as { to: string }).to}`);
  const log = { ...silentLog, info: reported, warn: reported };
  const tracker = new HealthTracker(settings, {
    random: { next: () => random.value },
    metrics,
    log,
    transitions: healthTransitions,
    bidders: ['known'],
  });
  const call = (well: boolean): void => {
    if (tracker.admit('a') === undefined) tracker.note('a', well);
  };
  return { tracker, random, logged, metrics, call };
}

/** How each event of the chart occurs: calls of one kind until the state changes. */
const DRIVERS: { readonly [event in HealthEvent]: boolean } = { degrade: false, improve: true, relapse: false, recover: true };

const paths = getSimplePaths(bidderHealthMachine).map(({ state, steps }) => ({
  state: state.value as HealthState,
  events: steps.map(({ event }) => event.type).filter((type): type is HealthEvent => type in DRIVERS),
}));

describe('the health tracker walks the chart', () => {
  test('has three states and every event', () => {
    expect(new Set(paths.map(({ state }) => state))).toEqual(new Set(['healthy', 'throttled', 'recovering']));
    expect(healthTransitions.first).toBe('healthy');
    expect(healthTransitions.next('healthy', 'relapse')).toBe('healthy');
  });

  // From the initial state along every simple path, and from its end by each event with a transition.
  const walks = paths.flatMap(({ state, events }) => {
    const on = (Object.keys(DRIVERS) as HealthEvent[]).filter((event) => healthTransitions.next(state, event) !== state);
    return on.map((event) => [...events, event]);
  });

  test.each(walks.map((events) => [events.join(', '), events] as const))('%s', (_, events) => {
    const { metrics, call, logged } = aTracker();
    let expected: HealthState = healthTransitions.first;
    for (const [place, event] of events.entries()) {
      expected = healthTransitions.next(expected, event);
      // An improvement requires earlier failures.
      if (events[place + 1] === 'improve') for (let i = 0; i < 100; i++) call(false);
      for (let i = 0; i < 500 && healthOf(metrics, 'a') !== expected; i++) call(DRIVERS[event]);
      expect(healthOf(metrics, 'a')).toBe(expected);
    }
    expect(logged).toHaveLength(events.length);
  });
});

describe('a bidder', () => {
  test('is throttled more the more it fails, and a tenth always passes', () => {
    const { tracker, random, metrics } = aTracker();
    for (let i = 0; i < 1000; i++) tracker.note('a', false);
    expect([healthOf(metrics, 'a'), failureShare(metrics, 'a')]).toEqual(['throttled', expect.closeTo(1, 3)]);
    random.value = 0.89;
    expect(tracker.admit('a')).toBe('Bidder a is temporarily throttled');
    random.value = 0.9;
    expect(tracker.admit('a')).toBeUndefined();
    expect(metrics.expose()).toContain('adapter_throttled{adapter="a"} 1');
    expect(healthOf(metrics, 'known')).toBe('healthy');
  });

  test('is only counted if the host simulates, and unaffected if throttling is off', () => {
    const simulating = aTracker({ enable_throttling: true, simulate_throttling_only: true });
    const off = aTracker({ enable_throttling: false });
    for (const { tracker, random } of [simulating, off]) {
      random.value = 0;
      for (let i = 0; i < 1000; i++) tracker.note('a', false);
      expect(tracker.admit('a')).toBeUndefined();
    }
    expect(simulating.metrics.expose()).toContain('adapter_throttled{adapter="a"} 1');
    expect(off.metrics.expose()).toContain('adapter_throttled{adapter="a"} 0');
    expect([simulating.logged, off.logged]).toEqual([['healthy > throttled'], []]);
  });

  test('is not affected by calls aborted for other reasons, which still free their slot', () => {
    const { tracker, metrics } = aTracker();
    for (let i = 0; i < 1000; i++) expect(tracker.admit('a')).toBeUndefined();
    expect(tracker.admit('a')).toBe('Bidder a has too many calls in flight');
    tracker.note('a', undefined);
    expect([tracker.admit('a'), failureShare(metrics, 'a')]).toEqual([undefined, 0]);
  });
});
