import type { ModuleRow } from '../suites/modules.ts';
import { runRow } from './rule-set.ts';

export function run(row: ModuleRow): unknown {
  const facts = Object.entries((row.input.geoscopes ?? {}) as { [bidder: string]: string[] | null });
  return runRow(row, Object.fromEntries(facts.map(([bidder, scopes]) => [bidder, scopes ?? []])));
}
