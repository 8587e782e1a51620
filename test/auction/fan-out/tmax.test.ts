import { describe, expect, test } from 'vitest';
import { enforcedAdjustments, goTmax, isTooShort, javaEnforced, javaTmax, tmaxAdjustments } from '#src/auction/fan-out/tmax.ts';

const config = (over: object = {}) => ({
  enabled: true,
  bidder_response_duration_min_ms: 100,
  bidder_network_latency_buffer_ms: 50,
  pbs_response_preparation_duration_ms: 60,
  ...over,
});

describe('Go variant', () => {
  test('enforces with a minimum time and one buffer', () => {
    expect(tmaxAdjustments(config())).toEqual({ networkBufferMs: 50, preparationMs: 60, minMs: 100, enforced: true });
    expect(tmaxAdjustments(config({ enabled: false }))).toBeUndefined();
    expect(tmaxAdjustments(config({ bidder_response_duration_min_ms: 0 }))?.enforced).toBe(false);
    const off = config({ enabled: false });
    expect(enforcedAdjustments(off)).toBeUndefined();
    expect(enforcedAdjustments(off)).toBeUndefined();
    const on = config();
    expect(enforcedAdjustments(on)).toBe(enforcedAdjustments(on));
  });

  test('sends bidders the remaining time', () => {
    const adjustments = tmaxAdjustments(config());
    expect(goTmax(700, 650, adjustments)).toBe(540);
    expect(goTmax(700, undefined, adjustments)).toBe(700);
    expect(goTmax(700, 650, undefined)).toBe(700);
  });

  test('detects that too little time is left', () => {
    const adjustments = tmaxAdjustments(config());
    expect([isTooShort(210, adjustments), isTooShort(209, adjustments)]).toEqual([false, true]);
    expect([isTooShort(undefined, adjustments), isTooShort(1, undefined)]).toEqual([false, false]);
  });
});

test("a bidder's tmax is reduced by a share, the time spent and the reserve in the Java variant, with the minimum as lower limit", () => {
  const times = { limitMs: 1000, spentMs: 120, upstreamMs: 30, minMs: 50 };
  expect(javaTmax(times, 85, 0)).toBe(700);
  expect(javaEnforced(times, 700)).toBe(850);
  expect(javaTmax({ ...times, limitMs: 150 }, 85, 0)).toBe(50);
  expect(javaEnforced({ ...times, limitMs: 150 })).toBe(50);
});
