/** Chance at work: which model group, and whether floors are left out this time (auction-exchange.md 4.3 steps 7 and 8). */
import type { Random } from '#src/outside/random.ts';
import type { ModelGroup } from './read.ts';

/** A whole number from 0 to `below - 1`. */
export const draw = (random: Pick<Random, 'next'>, below: number): number => Math.floor(random.next() * below);

const weightOf = ({ modelWeight }: ModelGroup): number => modelWeight ?? 1;

/**
 * One group of several, by weight. Go variant: ascending, drawn from 0 to the sum inclusive; Java variant: in their order, drawn
 * from 1 to the sum.
 */
export function chooseGroup(groups: readonly ModelGroup[], random: Pick<Random, 'next'>, variant: 'go' | 'java'): ModelGroup | undefined {
  if (groups.length < 2) return groups[0];
  const total = groups.reduce((sum, group) => sum + weightOf(group), 0);
  const ordered = variant === 'go' ? [...groups].sort((a, b) => weightOf(a) - weightOf(b)) : groups;
  let left = variant === 'go' ? draw(random, total + 1) : draw(random, total) + 1;
  for (const group of ordered) {
    left -= weightOf(group);
    if (left <= 0) return group;
  }
  return ordered.at(-1);
}

/** The first rate that is set: the model group's, the data's, the root's; percent. */
export const skipRateOf = (...rates: readonly (number | undefined)[]): number => rates.find((rate) => rate !== undefined && rate > 0) ?? 0;

/** Go variant: drawn from 0 to 100, skipped up to the rate; Java variant: from 0 to 99, skipped below it. */
export function isSkipDrawn(rate: number, random: Pick<Random, 'next'>, variant: 'go' | 'java'): boolean {
  if (rate <= 0) return false;
  return variant === 'go' ? rate >= draw(random, 101) : draw(random, 100) < rate;
}
