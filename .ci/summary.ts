/**
 * `node .ci/summary.ts REPORT TESTS CHECKS`: prints `N passed, N failed` and exits with 1 after any failure. REPORT is vitest's JSON; TESTS
 * and CHECKS are the exit statuses of the test run and of the checks. A failure without a test of its own (an unloadable file, an uncaught
 * error, the checks) counts as one each.
 */
import { existsSync, readFileSync } from 'node:fs';

const [report = '', tests, checks] = process.argv.slice(2);
const counts = { numPassedTests: 0, numFailedTests: 0 };
if (existsSync(report)) Object.assign(counts, JSON.parse(readFileSync(report, 'utf8')));
const besides = (tests !== '0' && counts.numFailedTests === 0 ? 1 : 0) + (checks === '0' ? 0 : 1);
const failed = counts.numFailedTests + besides;
console.log(`${counts.numPassedTests} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
