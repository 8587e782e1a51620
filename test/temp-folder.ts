/** One temporary folder for all tests of a run: whatever they leave in it is removed with it. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** As of the system's own: database servers run as other users. */
const MODE = 0o1777;

/** Called by vitest before its workers start, which receive the environment. @returns removes the folder */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'auctor-tests-'));
  chmodSync(folder, MODE);
  process.env['TMPDIR'] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
