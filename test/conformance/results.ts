/** Results of a conformance suite, and the location of the recorded cases. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { deviations } from './deviations.ts';

export type SuiteName = 'bidders' | 'exchange' | 'tables' | 'modules' | 'settings';

export interface GroupResult {
  readonly suite: SuiteName;
  readonly group: string;
  passed: number;
  /** Cases excused by a row of `deviations.ts`. */
  byDecision: number;
  total: number;
  /** Keys of the rows of `deviations.ts` in use. */
  readonly excused: string[];
  /** `case name: first difference` */
  readonly failing: string[];
}

export const emptyGroup = (suite: SuiteName, group: string): GroupResult => ({
  suite,
  group,
  passed: 0,
  byDecision: 0,
  total: 0,
  excused: [],
  failing: [],
});

/**
 * Counts one case of a group.
 * @param found its first difference, undefined if it passes
 * @param asDecided it passes in everything that no decision changes
 */
export function record(result: GroupResult, name: string, found: string | undefined, asDecided = false): void {
  result.total++;
  const key = `${result.suite}/${result.group}/${name}`;
  if (found === undefined) result.passed++;
  else if (deviations[key]) {
    result.byDecision++;
    result.excused.push(key);
  } else if (asDecided) result.byDecision++;
  else result.failing.push(`${name}: ${found}`);
}

/** The folder of the recorded cases: `CONFORMANCE_DIR`, else the one beside the repository. */
export const conformanceDir = (): string =>
  resolve(process.env['CONFORMANCE_DIR'] ?? join(import.meta.dirname, '../../../shared/conformance'));

/** The folder of one suite; undefined if it does not exist. */
export function suiteDir(suite: SuiteName): string | undefined {
  const dir = join(conformanceDir(), suite);
  return existsSync(dir) ? dir : undefined;
}
