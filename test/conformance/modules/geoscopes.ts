import type { ModuleRow } from '../suites/modules.ts';
import { runRow } from './rule-set.ts';

export function run(row: ModuleRow): unknown {
  const entries = Object.entries((row.input.geoscopes ?? {}) as { [bidder: string]: string[] | null });
  return runRow(row, Object.fromEntries(entries.map(([bidder, scopes]) => [bidder, scopes ?? []])));
}
