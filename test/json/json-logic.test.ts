import { expect, test } from 'vitest';
import { compileLogic } from '#src/json/json-logic.ts';

/** Quantifiers within quantifiers: the steps are `length` to the power of `depth`. */
const nested = (length: number, depth: number): unknown =>
  depth === 0 ? { '==': [1, 2] } : { some: [Array.from({ length }, (_, i) => i), nested(length, depth - 1)] };

test('a rule of many steps ends with an error, in any later evaluation as well', () => {
  const logic = compileLogic(nested(50, 8));
  for (let i = 0; i < 2; i++) expect(() => logic({})).toThrow('rule took more than 100000 steps');
});

test('a reduction that doubles its value with every item ends with an error', () => {
  const items = Array.from({ length: 60 }, () => 1);
  const accumulator = { var: 'accumulator' };
  for (const [step, initial] of [
    [{ merge: [accumulator, accumulator] }, [1]],
    [{ cat: [accumulator, accumulator] }, 'a'],
    [[accumulator, accumulator], 1],
  ]) {
    expect(() => compileLogic({ cat: [{ reduce: [items, step, initial] }] })({})).toThrow('rule took more than 100000 steps');
  }
});

test('rules of an ordinary size are evaluated any number of times', () => {
  const logic = compileLogic(nested(20, 2));
  for (let i = 0; i < 1000; i++) expect(logic({})).toBe(false);
});

test('objects that have no string conversion are compared and joined like any other object', () => {
  const data = { odd: JSON.parse('{"toString": null, "valueOf": 1}') as unknown };
  const odd = { var: 'odd' };
  const rules = [{ '+': [odd, 1] }, { '==': [odd, 'x'] }, { '<': [1, odd] }, { cat: ['a', odd, [odd, null, 1]] }, { in: [odd, 'text'] }];
  expect(rules.map((rule) => compileLogic(rule)(data))).toEqual([Number.NaN, false, false, 'a[object Object][object Object],,1', false]);
});
