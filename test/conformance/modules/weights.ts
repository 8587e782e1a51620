import { drawIndex } from '#src/modules/rule-engine/weights.ts';
import type { ModuleRow } from '../suites/modules.ts';
import { errorOf } from './rules.ts';

export function run({ config, input }: ModuleRow): unknown {
  const draw = (): number => drawIndex(config.weights, () => input?.draw ?? 0);
  const error = errorOf(draw);
  return error === null ? { index: draw() } : { error };
}
