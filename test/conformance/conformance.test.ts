import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { deviations } from './deviations.ts';
import { unknownExpectation } from './exchange/expectations.ts';
import { isRecorded, readFloor, sunken } from './floor.ts';
import { conformanceDir, emptyGroup, type GroupResult, record, type SuiteName, suiteDir } from './results.ts';
import { runBidders } from './suites/bidders.ts';
import { runExchange } from './suites/exchange.ts';
import { runModules } from './suites/modules.ts';
import { runTables } from './suites/tables.ts';

/** The settings of a host name files relative to its working folder, which only a process of its own can change. */
async function runSettings(only: readonly string[]): Promise<GroupResult[]> {
  if (!suiteDir('settings')) return [];
  const folder = mkdtempSync(join(tmpdir(), 'auctor-settings-'));
  const file = join(folder, 'results.json');
  const groups = only.length === 0 ? ['settings'] : only.map((group) => `settings/${group}`);
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'run.ts'), ...groups, '--json', file], { env: process.env });
  const { suites: results } = JSON.parse(readFileSync(file, 'utf8')) as { readonly suites: GroupResult[] };
  rmSync(folder, { recursive: true });
  return results;
}

const runners: Readonly<Record<SuiteName, (only: readonly string[]) => Promise<GroupResult[]>>> = {
  bidders: runBidders,
  tables: runTables,
  exchange: runExchange,
  modules: runModules,
  settings: runSettings,
};
const suites = Object.keys(runners) as SuiteName[];
const LONGEST_MS = 180_000;

describe('the runners', () => {
  afterEach(() => vi.unstubAllEnvs());
  const own = (suite: SuiteName): Promise<GroupResult[]> => {
    vi.stubEnv('CONFORMANCE_DIR', join(import.meta.dirname, 'own'));
    return runners[suite]([]);
  };

  it('fail a case with an expectation that they do not compare', () => {
    expect(unknownExpectation({ expect: { status: 200, mood: 'good' } })).toBe('expect.mood: not compared by this runner');
    expect(unknownExpectation({ expect: { status: 200, body: {} } })).toBeUndefined();
  });

  it('report missing recorded cases instead of counts, and an unknown suite with exit code 2', async () => {
    const run = (...args: string[]) =>
      promisify(execFile)(process.execPath, [join(import.meta.dirname, 'run.ts'), ...args], {
        env: { ...process.env, CONFORMANCE_DIR: '/missing' },
      });
    const { stdout } = await run('tables');
    expect(stdout).toBe('tables: no recorded cases in /missing (CONFORMANCE_DIR sets another folder)\n');
    await expect(run('tabels')).rejects.toMatchObject({
      code: 2,
      stderr: 'conformance: unknown suite tabels; there are bidders, exchange, tables, modules, settings\n',
    });
  });

  it('count passing cases of an adapter and name failing ones', async () => {
    expect(await own('bidders')).toEqual([
      {
        suite: 'bidders',
        group: 'generic',
        passed: 4,
        byDecision: 0,
        total: 5,
        excused: [],
        failing: ['exemplary/wrong on purpose: calls: wanted 0, made 1'],
      },
    ]);
  });

  it('count rows, and fail a topic without a runner', async () => {
    expect((await own('tables')).map(({ group, passed, total, failing }) => [group, passed, total, failing])).toEqual([
      ['no-such-topic', 0, 1, ['nobody answers: not built yet']],
      ['price-buckets', 2, 3, ['wrong on purpose: wanted one of 4.00, made 3.80']],
    ]);
  });

  it('count calls of a complete host', async () => {
    const [auction] = await own('exchange');
    expect(auction).toMatchObject({ group: 'auction', passed: 2, total: 3 });
    expect(auction?.failing).toEqual([expect.stringMatching(/^wrong on purpose: status: wanted 400, made 200: /)]);
  });

  it('find nothing without a corpus', async () => {
    vi.stubEnv('CONFORMANCE_DIR', join(import.meta.dirname, 'nowhere'));
    expect(await Promise.all(suites.map((suite) => runners[suite]([])))).toEqual([[], [], [], [], []]);
  });
});

describe('the floor', () => {
  const group = (passed: number, total: number): GroupResult => ({ ...emptyGroup('tables', 'topic'), passed, total });
  const floor = { tables: { topic: { passed: 3, total: 4 } } };

  it.each([
    ['what passes less than before', group(2, 4), 1],
    ['nothing that passes as much', group(3, 4), 0],
    ['nothing that passes more', group(4, 4), 0],
    ['nothing of another corpus', group(2, 5), 0],
  ])('reports %s', (_what, result, count) => {
    expect(sunken([result], floor)).toHaveLength(count);
  });

  it('lists every excused failing case, and counts it separately', () => {
    const [key = ''] = Object.keys(deviations);
    const [suite, topic = '', ...rest] = key.split('/');
    const result = emptyGroup(suite as SuiteName, topic);
    record(result, rest.join('/'), 'a difference');
    record(result, 'another', undefined, false);
    record(result, 'a third', 'a difference', true);
    expect(result).toMatchObject({ passed: 1, byDecision: 2, total: 3, excused: [key], failing: [] });
  });
});

describe('an excuse', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/decisions/README.md'), 'utf8');
  const rows = new Set([...page.matchAll(/^\| *(\d+) *\|/gm)].map(([, row]) => Number(row)));

  it.each(Object.entries(deviations))('names a decision: %s', (_key, { row }) => {
    expect(rows).toContain(row);
  });
});

if (!existsSync(conformanceDir())) {
  console.info(
    `No recorded cases at ${conformanceDir()} (CONFORMANCE_DIR names another place): only the cases in test/conformance/own ran.`,
  );
}

/** Excuses of these groups without effect: no such case, or it passes. */
function needless(results: readonly GroupResult[]): string[] {
  const needed = new Set(results.flatMap(({ excused }) => excused));
  const groups = new Set(results.map(({ suite, group }) => `${suite}/${group}`));
  return Object.keys(deviations).filter((key) => groups.has(key.split('/', 2).join('/')) && !needed.has(key));
}

describe.runIf(existsSync(conformanceDir())).each(suites)('recorded cases: %s', (suite) => {
  const floor = readFloor();

  it.runIf(suiteDir(suite))(
    'pass as many as before',
    async () => {
      const results = await runners[suite]([]);
      // Some cases measure time: a regression on a busy machine is run once more, alone.
      const low = sunken(results, floor).map((result) => result.group);
      const again = low.length > 0 ? await runners[suite](low) : [];
      const reported = sunken(again, floor).map(({ group, passed, failing }) => ({
        group,
        passed,
        was: floor[suite]?.[group]?.passed,
        failing,
      }));
      expect(reported).toEqual([]);

      expect(needless(results.filter((result) => isRecorded(result, floor)))).toEqual([]);
    },
    LONGEST_MS,
  );
});
