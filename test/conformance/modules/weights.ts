import { weightsError } from '#src/modules/rule-engine/compile-java.ts';
import { drawIndex } from '#src/modules/rule-engine/weights.ts';
import type { ModuleRow } from '../suites/modules.ts';
import { errorOf } from './rules.ts';

export function run({ config, input, variant }: ModuleRow): unknown {
  const invalid = variant === 'java' ? weightsError(config.weights) : undefined;
  if (invalid) return { error: invalid };
  const draw = (): number => drawIndex(config.weights, () => input?.draw ?? 0);
  const error = errorOf(draw);
  return error === null ? { index: draw() } : { error };
}
