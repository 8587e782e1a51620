/** The floor: the pass counts of its last update. No group may regress below it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GroupResult } from './results.ts';

interface Mark {
  readonly passed: number;
  readonly total: number;
}

/** Counts by suite and group. */
export type Floor = { [suite: string]: { [group: string]: Mark } };

const FILE = join(import.meta.dirname, 'floor.json');

export const readFloor = (): Floor => JSON.parse(readFileSync(FILE, 'utf8')) as Floor;

/** Sets the floor of the given groups to their pass counts; other groups are unchanged. */
export function writeFloor(results: readonly GroupResult[]): void {
  const floor = readFloor();
  for (const { suite, group, passed, total } of results) floor[suite] = { ...floor[suite], [group]: { passed, total } };
  const lines = Object.entries(floor).map(([suite, groups]) => {
    const inside = Object.entries(groups).sort(([a], [b]) => (a < b ? -1 : 1));
    return `  ${JSON.stringify(suite)}: {\n${inside.map(([group, mark]) => `    ${JSON.stringify(group)}: ${JSON.stringify(mark)}`).join(',\n')}\n  }`;
  });
  writeFileSync(FILE, `{\n${lines.join(',\n')}\n}\n`);
}

/** Whether the floor applies to the group: another corpus of the same kind has other totals, and no floor. */
export const isRecorded = ({ suite, group, total }: GroupResult, floor: Floor): boolean => floor[suite]?.[group]?.total === total;

/** The groups with regressions, as `suite/group: passed, was`. */
export function sunken(results: readonly GroupResult[], floor: Floor): GroupResult[] {
  return results.filter((result) => isRecorded(result, floor) && result.passed < (floor[result.suite]?.[result.group]?.passed ?? 0));
}
