import { describe, expect, test } from 'vitest';
import { bidderDebug, debugFlags, isDebugRequested, isOverridden, isRejected } from '#src/auction/debug.ts';

test('debug output accepts the override only if the host has a token and the header equals it', () => {
  expect(isOverridden('token', 'token')).toBe(true);
  expect(isOverridden('Token', 'token')).toBe(false);
  expect(isOverridden('', '')).toBe(false);
  expect(isOverridden(undefined, 'token')).toBe(false);
});

test('debug output is requested by test 1, by debug true and by debug 1', () => {
  const numeric = { debug: 1 } as unknown as { debug: boolean };
  expect([isDebugRequested(1, undefined), isDebugRequested(0, { debug: true }), isDebugRequested(0, numeric)]).toEqual([true, true, true]);
  expect([isDebugRequested(0, undefined), isDebugRequested(undefined, null), isDebugRequested(2, { debug: false })]).toEqual([
    false,
    false,
    false,
  ]);
});

describe('debugFlags', () => {
  test('shows requested output that the account allows', () => {
    expect(debugFlags(true, true, false)).toEqual({ requested: true, shown: true, capture: true, override: false });
    expect(debugFlags(false, true, false)).toEqual({ requested: false, shown: false, capture: false, override: false });
  });

  test('is denied only if it was requested', () => {
    expect(isRejected(debugFlags(true, false, false))).toBe(true);
    expect(isRejected(debugFlags(false, false, false))).toBe(false);
    expect(isRejected(debugFlags(true, false, true))).toBe(false);
  });
});

test('debug output records the calls of bidders that allow it, warns about the others', () => {
  const shown = debugFlags(true, true, false);
  expect(bidderDebug(shown, true)).toEqual({ capture: true, warn: false });
  expect(bidderDebug(shown, false)).toEqual({ capture: false, warn: true });
  expect(bidderDebug(debugFlags(false, true, false), false)).toEqual({ capture: false, warn: false });
  expect(bidderDebug(debugFlags(false, false, true), false)).toEqual({ capture: true, warn: false });
});
