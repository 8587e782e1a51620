import { compileGo } from '#src/modules/rule-engine/compile-go.ts';
import { compileJava } from '#src/modules/rule-engine/compile-java.ts';
import type { ModuleRow } from '../suites/modules.ts';
import { errorOf } from './rules.ts';

export function run({ config, variant }: ModuleRow): unknown {
  const compile = variant === 'go' ? () => compileGo(config, {}) : () => compileJava(config);
  const error = errorOf(compile);
  return { error, ...(error === null && variant === 'go' ? { ruleSets: compile().length } : {}) };
}
