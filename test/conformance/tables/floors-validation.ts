/** Topic `floors-validation`: errors of floors data. */
import { readFloors } from '#src/auction/floors/read.ts';
import { paramsError, ruleTable, validGroups } from '#src/auction/floors/validate.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { Row } from '../suites/tables.ts';

type In = { op: string; floors: Ext; account?: { max_rules: number; max_schema_dims: number } };

export function run(row: Row): Record<string, unknown> {
  const { op, floors: given, account } = row.in as In;
  const floors = readFloors(given) ?? { raw: {} };
  if (op === 'params') return { error: paramsError(floors) ?? null };
  const groups = floors.data?.modelGroups ?? [];
  const limits = { maxRules: account?.max_rules ?? 0, maxSchemaDims: account?.max_schema_dims ?? 0 };
  const [group] = groups;
  if (op === 'rules' && group) {
    const { rules, errors } = ruleTable(group);
    return { errors, values: Object.fromEntries(rules) };
  }
  return { errors: validGroups(groups, limits).errors };
}
