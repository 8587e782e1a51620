/** Admission control with a simulated event loop: the outcome does not depend on the speed of this machine. */
import { describe, expect, test } from 'vitest';
import { loadConfig } from '#src/config/load.ts';
import { Admission } from '#src/http/admission.ts';
import { reportAdmission } from '#src/http/admission-report.ts';
import { MetricsRegistry } from '#src/platform/metrics.ts';
import { type BusEvent, EventBus } from '#streams/events.ts';
import { nonZero } from '#test/helpers/metrics.ts';
import { simulate } from './simulated-loop.ts';

const base = { tmaxMs: 500, seconds: 6, share: 1, bidderMs: 50 };

describe('a host under load', () => {
  test.each([0.3, 0.6, 0.9])('rejects nothing at %s times its capacity', (times) => {
    expect(simulate({ ...base, times })).toMatchObject({ rejected: 0, complete: 1 });
  });

  test.each([0.3, 0.9])('rejects nothing at %s times its capacity while another program takes most of the core', (times) => {
    expect(simulate({ ...base, times, share: 0.3 })).toMatchObject({ rejected: 0, complete: 1 });
  });

  test('rejects nothing at half of its capacity although a collection of memory pauses it', () => {
    expect(simulate({ ...base, times: 0.5, pauseMs: 200 })).toMatchObject({ rejected: 0, complete: 1 });
  });

  test.each([1, 2, 4])('runs as many auctions as it can in time at %s times its capacity, and rejects the others at once', (times) => {
    const { throughput, complete, admittedP99, rejectedMax, sent, rejected } = simulate({ ...base, times });
    expect(throughput).toBeGreaterThan(0.85);
    expect(complete).toBeGreaterThan(0.95);
    expect(admittedP99).toBeLessThan(500);
    expect(rejectedMax).toBeLessThan(100);
    expect(rejected).toBeLessThan(sent * (1 - 0.85 / times) + 1);
  });

  test.each([0, 300])(
    'responds at 4 times its capacity with bids in time if bidders take %s ms instead of the 50 ms before',
    (bidderMs) => {
      const { throughput, complete } = simulate({ ...base, times: 4, bidderMs, warmBidderMs: 50 });
      expect(throughput).toBeGreaterThan(0.8);
      expect(complete).toBeGreaterThan(0.95);
    },
  );

  test('responds at 4 times its capacity with bids in time although starts are cheaper then and calls have few connections', () => {
    const { throughput, complete } = simulate({ ...base, times: 4, startUs: 250, connections: 64 });
    expect(throughput).toBeGreaterThan(0.85);
    expect(complete).toBeGreaterThan(0.95);
  });

  test('responds at its capacity although rejected clients return at once', () => {
    const { throughput, complete } = simulate({ ...base, tmaxMs: 1000, times: 1, clients: 400 });
    expect(throughput).toBeGreaterThan(0.5);
    expect(complete).toBeGreaterThan(0.95);
  });

  test('keeps responding with bids while another program takes most of the core', () => {
    const { throughput, complete } = simulate({ ...base, times: 2, share: 0.3 });
    expect(throughput).toBeGreaterThan(0.85);
    expect(complete).toBeGreaterThan(0.95);
  });
});

/** A loop under the control of a test. */
function heldLoop() {
  const loop = { us: 0, idle: 0, callbacks: [] as (() => void)[] };
  return {
    pass: (ms: number): void => {
      loop.us += ms * 1000;
    },
    /** An empty turn takes time too. */
    turn: (): void => {
      loop.us += 1000;
      for (const callback of loop.callbacks.splice(0)) callback();
    },
    time: {
      cpuUs: () => loop.us,
      nowMs: () => loop.us / 1000,
      idleMs: () => loop.idle,
      atTurnEnd(callback: () => void) {
        loop.callbacks.push(callback);
        return () => {};
      },
    },
  };
}

function arrange(limits: object = {}) {
  const { admission: settings } = loadConfig(undefined, {}, { gdpr: { default_value: '0' }, admission: limits });
  const [metrics, bus, held] = [new MetricsRegistry(), new EventBus(), heldLoop()];
  const events: BusEvent[] = [];
  bus.listen(['admin']).subscribe((event) => events.push(event));
  const time = { now: 1000 };
  const clock = { now: () => time.now } as never;
  const admission = new Admission(settings, reportAdmission({ metrics, bus, clock }), held.time);
  const outcomes: string[] = [];
  const admit = (name: string, costMs = 1, tmax = 500): void =>
    admission.admit({
      tmaxMs: () => tmax,
      start: () => {
        outcomes.push(`${name} starts`);
        held.pass(costMs);
      },
      reject: () => outcomes.push(`${name} is rejected`),
    });
  const wait = (ms: number): void => {
    time.now += ms;
  };
  return { admission, admit, outcomes, events, metrics, wait, ...held };
}

test('auctions beyond the CPU time of a turn start in the next turns, oldest first', () => {
  const { admit, outcomes, turn } = arrange();
  for (const name of ['a', 'b', 'c', 'd']) admit(name, 1.5);
  expect(outcomes).toEqual(['a starts', 'b starts']);
  turn();
  expect(outcomes).toEqual(['a starts', 'b starts', 'c starts', 'd starts']);
});

test('a request beyond the max of auctions in flight is rejected, in metrics and in taps, until one ends', () => {
  const { admission, admit, metrics, events } = arrange({ max_live_auctions: 1 });
  expect(admission.rejects()).toBe(false);
  admit('a');
  expect(admission.rejects()).toBe(true);
  expect(nonZero(metrics.expose(), 'admission_rejected', 'auctions_live')).toEqual({
    'admission_rejected{reason="live"}': 1,
    auctions_live: 1,
  });
  expect(events.map(({ data }) => data)).toEqual([{ action: 'requests rejected', live: 1, wait: 0, age: 0 }]);
  admission.release(1);
  expect(admission.rejects()).toBe(false);
});

test('taps learn of every rejection of a burst, also of the last ones', () => {
  const { admission, admit, events, wait } = arrange({ max_live_auctions: 1 });
  admit('a');
  for (let i = 0; i < 3; i++) admission.rejects();
  wait(250);
  admission.release(1);
  expect(events.map(({ data }) => (data as { live: number }).live)).toEqual([1, 2]);
});

test('the first auctions are never rejected for their wait', () => {
  const { admission, admit, outcomes, turn } = arrange();
  for (let i = 0; i < 100; i++) {
    expect(admission.rejects()).toBe(false);
    admit('cold', 50);
  }
  while (outcomes.length < 100) turn();
  expect(outcomes.filter((outcome) => outcome !== 'cold starts')).toEqual([]);
});

test('a request that waited for most of its tmax behind the work of this process is rejected', () => {
  const { admission, admit, outcomes, pass, turn } = arrange();
  for (let i = 0; i < 100; i++) {
    admit('first', 0.1);
    turn();
    admission.release(1);
  }
  outcomes.length = 0;
  admit('long', 6);
  admit('relaxed', 1, 1000);
  admit('urgent', 1, 500);
  pass(600);
  turn();
  turn();
  expect(outcomes).toEqual(['long starts', 'relaxed starts', 'urgent is rejected']);
});

test('idle settles when the last auction ends', async () => {
  const { admission, admit } = arrange();
  admit('a');
  let isIdle = false;
  const idle = admission.idle(60_000).then(() => {
    isIdle = true;
  });
  expect(isIdle).toBe(false);
  admission.release(1);
  await idle;
  expect(isIdle).toBe(true);
  admission.stop();
});

test('idle settles when the last request that waits is rejected, too', async () => {
  const { admission, admit, outcomes, pass, turn } = arrange();
  for (let i = 0; i < 100; i++) {
    admit('first', 0.1);
    turn();
    admission.release(1);
  }
  outcomes.length = 0;
  admit('long', 6);
  admit('urgent', 1, 500);
  admission.release(6);
  pass(600);
  const idle = admission.idle(60_000).then(() => 'idle');
  turn();
  expect(outcomes).toEqual(['long starts', 'urgent is rejected']);
  expect(await Promise.race([idle, new Promise(setImmediate)])).toBe('idle');
});
