/**
 * `npm run conformance [-- SUITE[/GROUP] ...] [--json FILE] [--failing] [--write-floor]`: one line per group, `suite/group passed/total (n
 * by decision)`. `--write-floor` stores the counts as the floor of the groups that ran. Exits with 0 whatever fails (`npm test` enforces
 * the floor), also without recorded cases, and with 2 for a suite that does not exist.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { argumentsOrExit, checkNames } from '#src/cli/tool-arguments.ts';
import { writeFloor } from './floor.ts';
import { conformanceDir, type GroupResult, type SuiteName, suiteDir } from './results.ts';
import { runTables } from './suites/tables.ts';

const SUITES = ['bidders', 'exchange', 'tables', 'modules', 'settings'] as const;

const { values, positionals } = argumentsOrExit('conformance', () => {
  const options = { json: { type: 'string' }, failing: { type: 'boolean' }, 'write-floor': { type: 'boolean' } } as const;
  const read = parseArgs({ allowPositionals: true, options });
  checkNames(
    'suite',
    read.positionals.map((word) => word.split('/')[0] ?? ''),
    SUITES,
  );
  return read;
});

/** Requested groups of a suite; undefined: the suite was not requested. */
function wanted(suite: SuiteName): string[] | undefined {
  if (positionals.length === 0 || positionals.includes(suite)) return [];
  const groups = positionals.filter((word) => word.startsWith(`${suite}/`)).map((word) => word.slice(suite.length + 1));
  return groups.length > 0 ? groups : undefined;
}

const runners: Record<SuiteName, (only: readonly string[]) => Promise<GroupResult[]>> = {
  bidders: async (only) => (await import('./suites/bidders.ts')).runBidders(only),
  exchange: async (only) => (await import('./suites/exchange.ts')).runExchange(only),
  tables: runTables,
  modules: async (only) => (await import('./suites/modules.ts')).runModules(only),
  settings: async (only) => (await import('./suites/settings.ts')).runSettings(only),
};

const results: GroupResult[] = [];
for (const suite of SUITES) {
  const only = wanted(suite);
  if (!only) continue;
  if (!suiteDir(suite)) console.log(`${suite}: no recorded cases in ${conformanceDir()} (CONFORMANCE_DIR sets another folder)`);
  for (const group of await runners[suite](only)) {
    results.push(group);
    console.log(`${group.suite}/${group.group} ${group.passed}/${group.total} (${group.byDecision} by decision)`);
    if (values.failing) for (const line of group.failing) console.log(`    ${line}`);
  }
}
const sum = (pick: (group: GroupResult) => number): number => results.reduce((total, group) => total + pick(group), 0);
if (results.length > 0)
  console.log(`total ${sum((g) => g.passed)}/${sum((g) => g.total)} (${sum((g) => g.byDecision)} by decision) from ${conformanceDir()}`);
if (values.json) writeFileSync(values.json, `${JSON.stringify({ suites: results }, null, 1)}\n`);
if (values['write-floor']) writeFloor(results);
process.exit(0);
