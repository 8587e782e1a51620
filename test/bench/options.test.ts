/** Arguments of `npm run chaos` and `npm run bench`. */
import { describe, expect, test } from 'vitest';
import { readOptions as readChaosOptions } from '../../bench/chaos/options.ts';
import { readOptions as readBenchOptions } from '../../bench/options.ts';

describe('chaos', () => {
  const ATTACKS = ['overload', 'soak'];
  const read = (...args: string[]): unknown => readChaosOptions(args, ATTACKS);

  test('runs short forms of all attacks without arguments', () => {
    expect(read()).toEqual({ names: ATTACKS, seconds: 5, perSecond: undefined, json: undefined });
  });

  test('runs the named attacks with the given length and rate', () => {
    expect(read('soak', '--minutes', '0.5', '--per-second', '40', '--json', 'out.json')).toEqual({
      names: ['soak'],
      seconds: 30,
      perSecond: 40,
      json: 'out.json',
    });
  });

  test.each([
    [['flood'], 'unknown attack flood; there are overload, soak'],
    [['soak', '--quick'], "Unknown option '--quick'"],
    [['--minutes', '0'], '--minutes: must be a positive number, not "0"'],
    [['--per-second', 'many'], '--per-second: must be a positive number, not "many"'],
    [['--minutes', ''], '--minutes: must be a positive number, not ""'],
  ])('rejects %j', (args, message) => {
    expect(() => readChaosOptions(args, ATTACKS)).toThrow(message);
  });
});

test('the bench runs named parts only if they exist', () => {
  expect(readBenchOptions(['quick', 'tail'], ['tail'])).toMatchObject({ only: ['tail'], quick: true });
  expect(() => readBenchOptions(['tale'], ['tail', 'rest'])).toThrow('unknown part tale; there are tail, rest');
});
