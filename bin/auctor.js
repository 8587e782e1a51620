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

const root = join(import.meta.dirname, '..');
const bundle = currentBundle(root);
if (bundle) enableCompileCache(join(bundle, 'compiled'));
const programs = [bundle && join(bundle, 'src.cli.main.js'), join(root, 'src/cli/main.ts')];
const program = programs.find((path) => path && existsSync(path)) ?? join(root, 'dist/src/cli/main.js');
await import(pathToFileURL(program).href);
