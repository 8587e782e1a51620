/** `auctor` for tests that start it. */
import { join } from 'node:path';

/** As installed: its bundle if that is current, which starts in half the CPU time of the sources. Coverage is that of the sources. */
export const AUCTOR = join(import.meta.dirname, '../..', process.env['NODE_V8_COVERAGE'] ? 'src/cli/main.ts' : 'bin/auctor.js');

/**
 * Flags of Node for hosts of tests, which start in 0.7 instead of 1.1 s of CPU time: those of a host in use pay for themselves after thousands
 * of auctions. A host with them does not restart itself.
 */
export const QUICK_START: readonly string[] = ['--max-semi-space-size=64', '--min-semi-space-size=64', '--no-parallel-scavenge'];
