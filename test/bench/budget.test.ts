import { expect, test } from 'vitest';
import { Budget } from '../../bench/budget.ts';

/** The turns that begin if each takes `seconds`. */
function turnsOf(seconds: number, max: number, min: number): number[] {
  let now = 500;
  const begun: number[] = [];
  for (const turn of new Budget(10, () => now).turns(max, min)) {
    begun.push(turn);
    now += seconds * 1000;
  }
  return begun;
}

test('a fast machine has all turns', () => {
  expect(turnsOf(1, 4, 2)).toEqual([0, 1, 2, 3]);
});

test('a slow machine has those that begin in time', () => {
  expect(turnsOf(4, 7, 2)).toEqual([0, 1, 2]);
});

test('a very slow machine has the minimum', () => {
  expect(turnsOf(60, 7, 2)).toEqual([0, 1]);
});

test('a budget is over at its end', () => {
  let now = 0;
  const budget = new Budget(2, () => now);
  now = 1999;
  expect(budget.isOver).toBe(false);
  now = 2000;
  expect(budget.isOver).toBe(true);
});
