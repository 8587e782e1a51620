#!/usr/bin/env node
/** `auctor COMMAND [ARGUMENTS]`. */
import '#src/platform/node-version.ts';
import { run } from './run.ts';

const code = await run(process.argv.slice(2));
if (code !== undefined) process.exitCode = code;
