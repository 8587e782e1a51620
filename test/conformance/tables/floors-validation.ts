/** Topic `floors-validation`: errors of floors data. */
import { readFloors } from '#src/auction/floors/read.ts';
import { paramsError, ruleTable, validGroups } from '#src/auction/floors/validate.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { Row } from '../suites/tables.ts';

type In = { op: string; floors: Ext; fields?: string[] | null; account?: { max_rules: number; max_schema_dims: number } };

export function run(row: Row): Record<string, unknown> {
  const { op, floors: given, fields, account } = row.in as In;
  const floors = readFloors(op === 'dimensions' ? ofFields(fields ?? []) : given) ?? { raw: {} };
  if (op === 'params') return { error: paramsError(floors) ?? null };
  const groups = floors.data?.modelGroups ?? [];
  const limits = { maxRules: account?.max_rules ?? 0, maxSchemaDims: account?.max_schema_dims ?? 0 };
  const [group] = groups;
  if (op === 'rules' && group) {
    const { rules, errors } = ruleTable(group);
    return { errors, values: Object.fromEntries(rules) };
  }
  const { errors } = validGroups(groups, limits);
  return { errors, error: errors[0] ?? null };
}

/** Floors whose schema has these fields. */
const ofFields = (fields: readonly string[]): Ext => ({ data: { modelgroups: [{ schema: { fields }, values: {} }] } });
