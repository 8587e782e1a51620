/** Runs the rows of modules. `../modules/<group>.ts` runs the rows of a group; a group without that file fails as a whole. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstDifference } from '../compare.ts';
import { emptyGroup, type GroupResult, record, suiteDir } from '../results.ts';

export interface ModuleRow {
  readonly group: string;
  readonly name: string;
  readonly variant: 'go' | 'java';
  // biome-ignore lint/suspicious/noExplicitAny: recorded JSON of many shapes; the runners know the shapes of their rows
  readonly config: any;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly input: any;
  readonly expect: Record<string, unknown>;
  readonly ours?: Record<string, unknown>;
}

/** The exports of a group's file. */
export interface ModuleRunner {
  /** An object with at least the fields of the row's `expect`. */
  run(row: ModuleRow): unknown;
  /** The expected object where a decision differs from the recorded one; rows that match it count as decided. */
  decided?(row: ModuleRow): Record<string, unknown>;
}

/** Lists whose order does not count. */
const UNORDERED = new Set(['rejections', 'biddersRemoved', 'bidders', 'impids']);

const isHollow = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0);

/** `error` and `message`: null is accepted, true is any error; lists without order are compared as sorted. */
function special(wanted: unknown, made: unknown, path: string): boolean | undefined {
  const key = path.slice(path.lastIndexOf('.') + 1);
  if (key === 'error' || key === 'message') {
    if (wanted === true) return typeof made === 'string' && made !== '';
    if (wanted === null) return made === undefined || made === null;
  }
  return isHollow(wanted) && isHollow(made) ? true : undefined;
}

/** Lists of unordered fields sorted, wherever they are. */
function sorted(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => sorted(item, key));
    if (!UNORDERED.has(key)) return items;
    return items
      .map((item) => [JSON.stringify(item), item] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, item]) => item);
  }
  if (typeof value !== 'object' || value === null) return value;
  // Lists by bidder or imp under an unordered field have no order either.
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, sorted(one, UNORDERED.has(key) ? key : name)]));
}

/** The first difference between a row and its result; undefined: none. */
export function compareModuleRow({ ours, expect }: ModuleRow, made: unknown): string | undefined {
  return firstDifference(sorted(ours ?? expect), sorted(made), { emptyIsAbsent: true, special }, '$');
}

async function check(runner: ModuleRunner, row: ModuleRow): Promise<string | undefined> {
  try {
    return compareModuleRow(row, await runner.run(structuredClone(row)));
  } catch (cause) {
    return `threw ${cause instanceof Error ? cause.stack?.split('\n').slice(0, 3).join(' ') : String(cause)}`;
  }
}

/** Whether a row passes in everything that no decision changes. */
async function passesAsDecided(runner: ModuleRunner, row: ModuleRow): Promise<boolean> {
  if (row.ours || !runner.decided) return false;
  return (await check(runner, { ...row, expect: runner.decided(structuredClone(row)) })) === undefined;
}

async function runRows(group: string, rows: readonly ModuleRow[]): Promise<GroupResult> {
  const result = emptyGroup('modules', group);
  const file = join(import.meta.dirname, '../modules', `${group}.ts`);
  const runner = existsSync(file) ? ((await import(file)) as ModuleRunner) : undefined;
  for (const row of rows) {
    const difference = runner ? await check(runner, row) : 'not built yet';
    const asDecided = difference !== undefined && runner !== undefined && (await passesAsDecided(runner, row));
    record(result, `${row.variant}/${row.name}`, difference, asDecided);
  }
  return result;
}

/** All groups, or the named ones. */
export async function runModules(only: readonly string[] = []): Promise<GroupResult[]> {
  const dir = suiteDir('modules');
  if (!dir) return [];
  const files = readdirSync(dir).filter((name) => name.endsWith('.json'));
  const rows = files.sort().flatMap((name) => (JSON.parse(readFileSync(join(dir, name), 'utf8')) as { rows: ModuleRow[] }).rows);
  const groups = Map.groupBy(rows, ({ group }) => group);
  const wanted = [...groups].filter(([group]) => only.length === 0 || only.includes(group));
  return Promise.all(wanted.map(([group, of]) => runRows(group, of)));
}
