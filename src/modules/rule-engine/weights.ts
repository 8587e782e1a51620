/** Draws one of several groups by weight. */
import { RuleError } from './arguments.ts';

/** Default weight of a group. */
export const DEFAULT_WEIGHT = 100;

/**
 * @param draw integer from 0 to below its argument
 * @returns index of the first group whose running sum of weights is above the draw; a weight of 0 counts as absent
 * @throws RuleError if there are no groups
 */
export function drawIndex(given: readonly number[], draw: (limit: number) => number): number {
  if (given.length === 0) throw new RuleError('failed to select model group: no model groups available');
  const weights = given.map((weight) => weight || DEFAULT_WEIGHT);
  const drawn = draw(weights.reduce((sum, weight) => sum + weight, 0));
  let sum = 0;
  return weights.findIndex((weight) => {
    sum += weight;
    return sum > drawn;
  });
}
