/** Random decisions: the model group, and whether floors are skipped this time. */

import type { FloorsDialect } from '#src/dialect/contract/floors.ts';
import type { Random } from '#src/platform/random.ts';
import type { ModelGroup } from './read.ts';

/** A random integer from 0 to `below - 1`. */
export const draw = (random: Pick<Random, 'next'>, below: number): number => Math.floor(random.next() * below);

/** A group's weight in the draw; default 1. */
export const weightOf = ({ modelWeight }: ModelGroup): number => modelWeight ?? 1;

/** Selects one of several groups by weight. */
export function chooseGroup(
  groups: readonly ModelGroup[],
  random: Pick<Random, 'next'>,
  { inOrder, drawWeight }: Pick<FloorsDialect, 'inOrder' | 'drawWeight'>,
): ModelGroup | undefined {
  if (groups.length < 2) return groups[0];
  const ordered = inOrder(groups);
  let left = drawWeight(
    groups.reduce((sum, group) => sum + weightOf(group), 0),
    random,
  );
  for (const group of ordered) {
    left -= weightOf(group);
    if (left <= 0) return group;
  }
  return ordered.at(-1);
}

/** The first rate above zero: the model group's, the data's, the root's; percent. */
export const firstPositive = (...rates: readonly (number | undefined)[]): number =>
  rates.find((rate) => rate !== undefined && rate > 0) ?? 0;

/** The first rate that is set, even to zero (Java variant). */
export const firstGiven = (...rates: readonly (number | undefined)[]): number => rates.find((rate) => rate !== undefined) ?? 0;

/** Whether floors are skipped this time. @param rate percent */
export const areFloorsSkipped = (
  rate: number,
  random: Pick<Random, 'next'>,
  { isSkipDrawn }: Pick<FloorsDialect, 'isSkipDrawn'>,
): boolean => rate > 0 && isSkipDrawn(rate, random);
