#!/usr/bin/env node
/** `auctor COMMAND [ARGUMENTS]`. */
import '#src/platform/node-version.ts';
import { run } from './run.ts';

void run(process.argv.slice(2)).then((code) => {
  if (code !== undefined) process.exitCode = code;
});
