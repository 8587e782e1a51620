/** The fuzzer itself: the loop with counters of its own, mutations, and shorter inputs. */
import { describe, expect, test } from 'vitest';
import { seededRandom } from '#src/lang/seeded-random.ts';
import { Covered, type Executed } from './coverage.ts';
import { decoder, failureOf } from './decoder.ts';
import { type Counters, fuzz } from './loop.ts';
import { shorten, shortened } from './minimise.ts';
import { mutateString } from './mutate.ts';
import { mutateBase64, mutateJson } from './mutate-json.ts';

/** A decoder with a bug behind three conditions, and counters of the conditions that were met. */
function nested(): { readonly counters: Counters; readonly decode: (input: string) => number } {
  let reached = new Set<number>();
  const decode = (input: string): number => {
    let depth = 0;
    for (const letter of ['b', 'u', 'g']) {
      if (!input.includes(letter.repeat(2))) break;
      reached.add(++depth);
    }
    if (depth === 3) throw new TypeError('found');
    return depth;
  };
  const take = (): Executed => {
    const ranges = [...reached].sort((a, b) => a - b).map((depth) => [depth, depth + 1] as const);
    reached = new Set();
    return { ranges: new Map([['file:///nested.ts', ranges]]), steps: ranges.length };
  };
  return { counters: { take }, decode };
}

const material = (seed: number, over = {}) => ({
  random: seededRandom(seed),
  others: ['{"a":[1,{"b":"c"}]}'],
  tokens: ['token'],
  maxLength: 500,
  ...over,
});

describe('the loop', () => {
  const run = (over: { readonly unguided?: boolean }) => {
    const { counters, decode } = nested();
    return fuzz({
      decoder: decoder({ name: 'nested', format: 'text', decode, seeds: ['x'] }),
      corpus: [],
      tokens: ['b', 'u', 'g'],
      counters,
      base: new Covered(),
      random: seededRandom(1),
      isOver: (executions) => executions > 20_000,
      ...over,
    });
  };

  test('finds a bug behind conditions by mutating the inputs that reach them', async () => {
    const { failures, inputs } = await run({});
    expect(failures.map(({ message }) => message)).toEqual([expect.stringContaining('TypeError: found')]);
    expect(inputs.length).toBeGreaterThan(1);
  });

  test('does not find it by mutating the seeds alone', async () => {
    const { failures, inputs } = await run({ unguided: true });
    expect([failures, inputs]).toEqual([[], ['x']]);
  });
});

describe('a failure', () => {
  test('is an exception, a law that does not hold, or a field of a prototype', async () => {
    const decode = (input: string): string => {
      if (input === 'throws') throw new Error('bad');
      if (input === 'pollutes') Object.assign(Object.prototype, { polluted: true });
      return input;
    };
    const row = decoder({ name: 'x', format: 'text', decode, laws: { 'it is short': (made) => made.length < 20 }, seeds: [] });
    const messages = [];
    for (const input of ['throws', 'pollutes', 'x'.repeat(30), 'fine']) messages.push((await failureOf(row, input))?.message);
    expect(messages).toEqual([
      expect.stringContaining('Error: bad'),
      'the prototype has the field polluted',
      'law: it is short',
      undefined,
    ]);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  test('is shortened to the part that matters', async () => {
    expect(await shorten('xxxxabxxxxxxcdxxx', async (text) => text.includes('ab') && text.includes('cd'), 200)).toBe('abcd');
    const row = decoder({ name: 'x', format: 'text', decode: (text) => (text.includes('!') ? expect.fail('no') : text), seeds: [] });
    const failure = await failureOf(row, 'a long text! with more');
    expect(failure && (await shortened(row, failure)).input).toBe('!');
  });
});

describe('a mutation', () => {
  test('repeats for the same seed and is limited in length', () => {
    for (let seed = 0; seed < 200; seed++) {
      const [one, two] = [mutateString('some text 12', material(seed)), mutateString('some text 12', material(seed))];
      expect(one).toBe(two);
      expect(one.length).toBeLessThanOrEqual(500);
    }
  });

  test('of JSON is JSON most of the time, and in base64 too', () => {
    const isJson = (text: string): boolean => {
      try {
        JSON.parse(text);
        return true;
      } catch {
        return false;
      }
    };
    const made = Array.from({ length: 200 }, (_, seed) => mutateJson('{"id":"a","list":[1,2,{"x":null}]}', material(seed)));
    expect(made.filter(isJson).length).toBeGreaterThan(150);
    expect(new Set(made).size).toBeGreaterThan(100);
    const encoded = Array.from({ length: 200 }, (_, seed) => mutateBase64(Buffer.from('{"a":1}').toString('base64'), material(seed)));
    expect(encoded.filter((text) => isJson(Buffer.from(text, 'base64').toString())).length).toBeGreaterThan(100);
  });
});

describe('coverage', () => {
  const executed = (...ranges: (readonly [number, number])[]) => ({ ranges: new Map([['file:///a.ts', ranges]]) });

  test('is new if a character was not executed before', () => {
    const covered = new Covered();
    expect([covered.add(executed([0, 10])), covered.add(executed([2, 5])), covered.add(executed([8, 12]))]).toEqual([true, false, true]);
    expect(covered.missing(executed([11, 14])).ranges).toEqual(
      new Map([
        [
          'file:///a.ts',
          [
            [12, 13],
            [13, 14],
          ],
        ],
      ]),
    );
  });

  test('counts blocks between the ends that are known', () => {
    const covered = new Covered();
    covered.add(executed([0, 10], [20, 30]));
    expect(covered.blocks(new Map([['file:///a.ts', new Set([0, 10, 20, 30])]]))).toEqual({ executed: 2, known: 4 });
  });
});
