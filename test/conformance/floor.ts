/** The floor: what passed when it was last written. No group may sink below it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GroupResult } from './results.ts';

interface Mark {
  readonly passed: number;
  readonly total: number;
}

/** Marks by suite and group. */
export type Floor = { [suite: string]: { [group: string]: Mark } };

const FILE = join(import.meta.dirname, 'floor.json');

export const readFloor = (): Floor => JSON.parse(readFileSync(FILE, 'utf8')) as Floor;

/** Raises or lowers the floor of the groups given to what they passed; those of other groups stay. */
export function writeFloor(results: readonly GroupResult[]): void {
  const floor = readFloor();
  for (const { suite, group, passed, total } of results) floor[suite] = { ...floor[suite], [group]: { passed, total } };
  const lines = Object.entries(floor).map(([suite, groups]) => {
    const inside = Object.entries(groups).sort(([a], [b]) => (a < b ? -1 : 1));
    return `  ${JSON.stringify(suite)}: {\n${inside.map(([group, mark]) => `    ${JSON.stringify(group)}: ${JSON.stringify(mark)}`).join(',\n')}\n  }`;
  });
  writeFileSync(FILE, `{\n${lines.join(',\n')}\n}\n`);
}

/** Whether the group is the one the floor was written for: another corpus of the same kind has other totals, and no floor. */
export const isRecorded = ({ suite, group, total }: GroupResult, floor: Floor): boolean => floor[suite]?.[group]?.total === total;

/** The groups that pass less than they once did, as `suite/group: passed, was`. */
export function sunken(results: readonly GroupResult[], floor: Floor): GroupResult[] {
  return results.filter((result) => isRecorded(result, floor) && result.passed < (floor[result.suite]?.[result.group]?.passed ?? 0));
}
