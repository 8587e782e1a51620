import { resultFunction } from '#src/modules/rule-engine/result-functions.ts';
import type { ModuleRow } from '../suites/modules.ts';
import { dialectOf, errorOf } from './rules.ts';

export const run = (row: ModuleRow): unknown => ({
  error: errorOf(() => resultFunction(row.config.function, row.config.args, dialectOf(row))),
});
