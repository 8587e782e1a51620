#!/usr/bin/env node
/** `auctor` of a checkout, which runs the sources, and of an installed package, which runs dist/ (`.ci/build.ts`). */
import { existsSync } from 'node:fs';

const sources = new URL('../src/cli/main.ts', import.meta.url);
await import(existsSync(sources) ? sources.href : new URL('../dist/src/cli/main.js', import.meta.url).href);
