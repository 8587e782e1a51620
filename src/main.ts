/** Entry point for containers and scripts: `auctor start` with the same arguments. */
import '#src/platform/node-version.ts';
import { run } from '#src/cli/run.ts';

const code = await run(['start', ...process.argv.slice(2)]);
if (code !== undefined) process.exitCode = code;
