/** Runs the endpoint and exchange cases; the drivers of each boundary are in `../exchange/`. */
import { type Case, readCases } from '../exchange/case.ts';
import { decided } from '../exchange/decided.ts';
import { unknownExpectation } from '../exchange/expectations.ts';
import { runExchangeCase } from '../exchange/run-exchange.ts';
import { runHttp } from '../exchange/run-http.ts';
import { runStage } from '../exchange/run-stage.ts';
import { emptyGroup, type GroupResult, record, suiteDir } from '../results.ts';

/** Timeout of a case in ms: a lost response must not stall the run. */
const LONGEST = 15_000;

async function drive(one: Case): Promise<string | undefined> {
  const unknown = unknownExpectation(one);
  if (unknown !== undefined) return unknown;
  if (one.boundary === 'exchange') return runExchangeCase(one);
  if (one.boundary === 'stage') return runStage(one);
  if (one.config?.['host'] !== 'it') return runHttp(one);
  // Loaded on demand: that host's settings are stored with the recorded cases.
  const { runJavaHost } = await import('../exchange/run-java.ts');
  return runJavaHost(one);
}

async function outcome(one: Case): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('no response in time'), LONGEST);
  });
  try {
    return await Promise.race([drive(structuredClone(one)), late]);
  } catch (cause) {
    return `threw ${cause instanceof Error ? cause.stack?.split('\n').slice(0, 4).join(' ') : String(cause)}`;
  } finally {
    clearTimeout(timer);
  }
}

/** Whether a failing case matches in everything that no decision changes. */
async function passesAsDecided(one: Case): Promise<boolean> {
  const other = decided(one);
  return other !== undefined && (await outcome(other)) === undefined;
}

/** All groups, or the named ones. */
export async function runExchange(only: readonly string[] = []): Promise<GroupResult[]> {
  const dir = suiteDir('exchange');
  if (!dir) return [];
  const results: GroupResult[] = [];
  for (const [group, cases] of readCases(dir, only)) {
    const result = emptyGroup('exchange', group);
    results.push(result);
    for (const one of cases) {
      const found = await outcome(one);
      record(result, one.name.slice(group.length + 1), found, found !== undefined && (await passesAsDecided(one)));
    }
  }
  return results;
}
