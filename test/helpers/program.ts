/** `auctor` for tests that start it. */
import { join } from 'node:path';

/** As installed: its bundle if that is current, which starts in half the CPU time of the sources. Coverage is that of the sources. */
export const AUCTOR = join(import.meta.dirname, '../..', process.env['NODE_V8_COVERAGE'] ? 'src/cli/main.ts' : 'bin/auctor.js');
