import { describe, expect, test } from 'vitest';
import { makeCalls, uncalled } from '#src/auction/fan-out/calls.ts';
import type { Adapter, Call, MadeRequests } from '#src/bidders/bidder.ts';
import { silentLog } from '#src/outside/log.ts';
import { plainAdapter, validRequest } from '#test/helpers/auction.ts';

const info = { convert: (amount: number) => amount };
const call = (...impIds: string[]): Call => ({ method: 'POST', uri: 'http://b.example', headers: {}, impIds });
const adapter = (makeRequests: Adapter['makeRequests']): Adapter => ({ ...plainAdapter('alpha'), makeRequests });
const make = (answer: () => MadeRequests, told = false): MadeRequests =>
  makeCalls(adapter(answer), validRequest(), info, 'alpha', silentLog, told);

describe('makeCalls', () => {
  test('hands on what the adapter made', () => {
    const made = { calls: [call('1')], errors: [] };
    expect(make(() => made)).toBe(made);
  });

  test('says something for adapters that say nothing', () => {
    const message = 'The adapter failed to generate any bid requests, but also failed to generate an error explaining why';
    expect(make(() => ({ calls: [], errors: [] }))).toEqual({ calls: [], errors: [{ code: 4, message }] });
    expect(make(() => ({ calls: [], errors: [] }), true)).toEqual({ calls: [], errors: [] });
  });

  test('survives adapters that throw, and tells the log', () => {
    const told: object[] = [];
    const log = { ...silentLog, error: (fields: object) => told.push(fields) };
    const broken = adapter(() => {
      throw new Error('bug');
    });
    expect(makeCalls(broken, validRequest(), info, 'alpha', log, false)).toEqual({
      calls: [],
      errors: [{ code: 999, message: 'the adapter failed to make requests', panic: true }],
    });
    expect(told).toEqual([{ err: new Error('bug'), bidder: 'alpha', hook: 'makeRequests' }]);
  });
});

test('knows the imps no call is about', () => {
  expect(uncalled(['1', '2'], [call('1', '2')])).toEqual([]);
  expect(uncalled(['1', '2'], [call('1')])).toEqual(['2']);
  expect(uncalled(['1', '2'], [call()])).toEqual([]);
  expect(uncalled(['1', '2'], [])).toEqual(['1', '2']);
});
