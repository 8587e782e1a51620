import { weightsError } from '#src/modules/rule-engine/compile-java.ts';
import { drawIndex } from '#src/modules/rule-engine/weights.ts';
import type { ModuleRow } from '../suites/modules.ts';
import { errorOf } from './rules.ts';

export function run({ config, input, variant }: ModuleRow): unknown {
  const weights = config?.weights ?? [];
  const invalid = variant === 'java' ? weightsError(weights) : undefined;
  if (invalid) return { error: invalid };
  const draw = (): number => drawIndex(weights, () => input?.draw ?? 0);
  const error = errorOf(draw);
  return error === null ? { index: draw() } : { error };
}
