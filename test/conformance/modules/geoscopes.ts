import type { ModuleRow } from '../suites/modules.ts';
import { runRow } from './rule-set.ts';

export const run = (row: ModuleRow): unknown => runRow(row, row.input.geoscopes);
