import { describe, expect, test } from 'vitest';
import { makeCalls, uncalled, withReason } from '#src/auction/fan-out/calls.ts';
import type { Adapter, Call, MadeRequests } from '#src/bidders/bidder.ts';
import { silentLog } from '#src/platform/log.ts';
import { aBidder, plainAdapter, validRequest } from '#test/helpers/auction.ts';
import { sameCurrency } from '#test/helpers/conversions.ts';

const call = (...impIds: string[]): Call => ({ method: 'POST', uri: 'http://b.example', headers: {}, impIds });
const called = (makeRequests: Adapter['makeRequests']) => ({
  bidder: 'alpha',
  known: aBidder('alpha', { adapter: { ...plainAdapter('alpha'), makeRequests } }),
  isAlias: false,
});
const make = (response: () => MadeRequests): MadeRequests => makeCalls(called(response), validRequest(), sameCurrency, silentLog);

describe('makeCalls', () => {
  test("passes on the adapter's calls", () => {
    const made = { calls: [call('1')], errors: [] };
    expect(make(() => made)).toBe(made);
  });

  test('adds an error for adapters that return nothing', () => {
    const message = 'The adapter failed to generate any bid requests, but also failed to generate an error explaining why';
    const nothing = make(() => ({ calls: [], errors: [] }));
    expect(nothing).toEqual({ calls: [], errors: [] });
    expect(withReason(nothing)).toEqual({ calls: [], errors: [{ code: 4, message }] });
  });

  test('survives adapters that throw, and logs it', () => {
    const reported: object[] = [];
    const log = { ...silentLog, error: (fields: object) => reported.push(fields) };
    const broken = called(() => {
      throw new Error('bug');
    });
    expect(withReason(makeCalls(broken, validRequest(), sameCurrency, log))).toEqual({
      calls: [],
      errors: [{ code: 999, message: 'the adapter failed to make requests', panic: true }],
    });
    expect(reported).toEqual([{ err: new Error('bug'), bidder: 'alpha', hook: 'makeRequests' }]);
  });
});

test('imps that no call covers are found', () => {
  expect(uncalled(['1', '2'], [call('1', '2')])).toEqual([]);
  expect(uncalled(['1', '2'], [call('1')])).toEqual(['2']);
  expect(uncalled(['1', '2'], [call()])).toEqual([]);
  expect(uncalled(['1', '2'], [])).toEqual(['1', '2']);
});
