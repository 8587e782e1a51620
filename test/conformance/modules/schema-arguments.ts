import { schemaFunction } from '#src/modules/rule-engine/schema-functions.ts';
import type { ModuleRow } from '../suites/modules.ts';
import { dialectOf, errorOf } from './rules.ts';

export const run = (row: ModuleRow): unknown => ({
  error: errorOf(() => schemaFunction(row.config.function, row.config.args, dialectOf(row))),
});
