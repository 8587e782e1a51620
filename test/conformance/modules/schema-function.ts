import { schemaFunction } from '#src/modules/rule-engine/schema-functions.ts';
import type { ModuleRow } from '../suites/modules.ts';
import { contextOf, dialectOf } from './rules.ts';

export function run(row: ModuleRow): unknown {
  const { function: name, args } = row.config;
  const context = contextOf(row);
  const imp = context.request.imp.find(({ id }) => id === row.input.impId);
  return { result: schemaFunction(name, args, dialectOf(row)).value(context, imp) };
}
