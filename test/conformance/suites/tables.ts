/** Runs the plain tables. `../tables/<topic>.ts` handles a topic's rows; a topic without that file fails as a whole. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstDifference, neutral } from '../compare.ts';
import { emptyGroup, type GroupResult, record, suiteDir } from '../results.ts';

export interface Row {
  readonly name: string;
  readonly variant?: 'java';
  readonly in: Record<string, unknown>;
  readonly out: Record<string, unknown>;
}

export interface Topic {
  readonly topic: string;
  readonly shared?: Record<string, unknown>;
  readonly rows: readonly Row[];
}

/** The export of a topic's file: converts the row's input to an object with (at least) the fields of `out`. */
export interface TopicRunner {
  run(row: Row, shared: Record<string, unknown>): Record<string, unknown> | Promise<Record<string, unknown>>;
  /** Replaces the comparison if the README requires it. */
  compare?(row: Row, made: Record<string, unknown>): string | undefined;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
type Wanted = Record<string, unknown>;

/** Messages with normalized names, `{random: true}`, `{$raw}` and error forms of the tables' README. */
function special(wanted: unknown, made: unknown, path: string): boolean | undefined {
  if (typeof wanted === 'string' && typeof made === 'string') return wanted === made || neutral(wanted) === neutral(made);
  const key = path.slice(path.lastIndexOf('.') + 1);
  if (key === 'error') {
    const isRejected = made !== undefined && made !== null && made !== false;
    if (wanted === null || wanted === false) return !isRejected;
    // `{type}` is an error of a kind; the kinds have no counterpart here.
    if (wanted === true || (typeof wanted === 'object' && 'type' in wanted)) return isRejected;
  }
  if (typeof wanted === 'object' && wanted !== null && (wanted as Wanted)['decoderText'] === true) {
    return typeof made === 'string' && neutral(made).startsWith(neutral(String((wanted as Wanted)['prefix'] ?? '')));
  }
  if (typeof wanted === 'object' && wanted !== null && typeof (wanted as Wanted)['$raw'] === 'string') {
    return made === (wanted as Wanted)['$raw'];
  }
  if (typeof wanted === 'object' && wanted !== null && (wanted as Wanted)['random'] === true)
    return typeof made === 'string' && UUID.test(made);
  return undefined;
}

/** Compares the fields listed in `out`, absent equal to empty, numbers with a tolerance of 1e-9. */
export function compareRow(row: Row, made: Record<string, unknown>): string | undefined {
  for (const name of Object.keys(row.out)) {
    const found = firstDifference(row.out[name], made[name], { emptyIsAbsent: true, tolerance: 1e-9, special }, `$.${name}`);
    if (found) return found;
  }
  return undefined;
}

async function runTopic(topic: Topic): Promise<GroupResult> {
  const result = emptyGroup('tables', topic.topic);
  const file = join(import.meta.dirname, '../tables', `${topic.topic}.ts`);
  const runner = existsSync(file) ? ((await import(file)) as TopicRunner) : undefined;
  for (const row of topic.rows) {
    record(result, row.name, runner ? await respond(runner, row, topic.shared ?? {}) : 'not built yet');
  }
  return result;
}

/** The value with each `{$raw: string}` as the string: bytes that are not JSON. */
function withStrings(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withStrings);
  if (typeof value !== 'object' || value === null) return value;
  if ('$raw' in value) return value.$raw;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, withStrings(field)]));
}

async function respond(runner: TopicRunner, row: Row, shared: Record<string, unknown>): Promise<string | undefined> {
  try {
    const made = await runner.run({ ...row, in: withStrings(row.in) as Row['in'] }, structuredClone(shared));
    return (runner.compare ?? compareRow)(row, made);
  } catch (cause) {
    return `threw ${cause instanceof Error ? cause.stack?.split('\n').slice(0, 3).join(' ') : String(cause)}`;
  }
}

/** All topics, or the named ones. */
export async function runTables(only: readonly string[] = []): Promise<GroupResult[]> {
  const dir = suiteDir('tables');
  if (!dir) return [];
  const files = readdirSync(dir).filter((name) => name.endsWith('.json') && (only.length === 0 || only.includes(name.slice(0, -5))));
  return Promise.all(files.sort().map((name) => runTopic(JSON.parse(readFileSync(join(dir, name), 'utf8')) as Topic)));
}
