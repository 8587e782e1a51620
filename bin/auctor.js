#!/usr/bin/env node
/**
 * `auctor` of a checkout, which runs its bundle while that is current and the sources otherwise, and of an installed package, which runs
 * dist/ (`.ci/build.ts`).
 */
import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { currentBundle } from './bundle.js';
import { bundleLoader } from './load.js';

const root = join(import.meta.dirname, '..');
const bundle = currentBundle(root);
if (bundle) bundleLoader(bundle)();
else {
  enableCompileCache();
  const sources = join(root, 'src/cli/main.ts');
  await import(pathToFileURL(existsSync(sources) ? sources : join(root, 'dist/src/cli/main.js')).href);
}
