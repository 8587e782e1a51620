/**
 * `node .ci/bundle.ts`: writes the program and its packages as a few JavaScript files to `.cache/bundle`, because a start spends half of its
 * time on reading 2,000 modules and removing their types. A run of the demo host adds the compiled code. `bin/auctor.js` uses the bundle
 * while no source has changed. Nothing happens if it is current.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chooseNodeFlags } from '#src/host/node-flags.ts';
import { currentBundle, versionOf } from '../bin/bundle.js';
import type { Bundle } from './bundle-content.ts';
import { ROOT } from './packages.ts';

const BUNDLES = join(ROOT, '.cache/bundle');
/** Bundles to retain: running hosts load adapters from theirs on use. */
const RETAINED = 2;

/** Versions of the sources; one that changed since `began` (ms) may differ from what was read. */
function versionsOf(sources: readonly string[], began: number): Record<string, string> {
  const version = (path: string): string =>
    Number(statSync(path, { throwIfNoEntry: false })?.ctimeMs ?? 0) < began || path.includes('/node_modules/')
      ? versionOf(path)
      : 'changed while it was read';
  return Object.fromEntries(sources.map((path) => [path, version(join(ROOT, path))]));
}

/** Writes the files to a folder named by their hash. */
function writeFiles(files: Bundle['files']): string {
  const hash = createHash('sha256');
  for (const [name, code] of files) hash.update(name).update(code);
  const folder = hash.digest('hex').slice(0, 16);
  const made = join(ROOT, `.cache/bundle-${process.pid}`);
  mkdirSync(made, { recursive: true });
  for (const [name, code] of files) writeFileSync(join(made, name), code);
  mkdirSync(BUNDLES, { recursive: true });
  // The same files may be in use: they stay.
  if (existsSync(join(BUNDLES, folder))) rmSync(made, { recursive: true });
  else renameSync(made, join(BUNDLES, folder));
  return folder;
}

/** The name that `bin/bundle.js` reads; a file appears complete or not at all. */
function publish(folder: string, sources: Readonly<Record<string, string>>): void {
  const made = join(ROOT, `.cache/bundle-${process.pid}.json`);
  writeFileSync(made, JSON.stringify({ folder, sources }));
  renameSync(made, join(BUNDLES, 'current.json'));
}

function removeOld(): void {
  const folders = readdirSync(BUNDLES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const ages = folders.map(({ name }) => [join(BUNDLES, name), statSync(join(BUNDLES, name)).mtimeMs] as const);
  for (const [path] of ages.sort(([, a], [, b]) => b - a).slice(RETAINED)) rmSync(path, { recursive: true, force: true });
}

/** Settings of a demo host on free ports; the environment adds no others. */
const DEMO = { AUCTOR_PORT: '0', AUCTOR_ADMIN_PORT: '0', AUCTOR_GDPR_VENDORLIST_LIVE_ENABLED: 'false' };

/** Starts the demo host and stops it once it is ready: Node writes the code that it compiled when it ends. */
async function compile(folder: string): Promise<void> {
  const { PATH = '', HOME = '' } = process.env;
  // Compiled code belongs to these flags; the host does not restart itself with others.
  const flags = chooseNodeFlags({ cpus: 2, processes: 1, given: [] });
  const AUCTOR_NODE_FLAGS = flags.join(' ');
  const args = [...flags, join(BUNDLES, folder, 'src.cli.main.js'), 'start', '--demo', '--hello'];
  const env = { PATH, HOME, ...DEMO, AUCTOR_NODE_FLAGS, NODE_COMPILE_CACHE: join(BUNDLES, folder, 'compiled') };
  const host = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], env });
  let log = '';
  host.stdout.on('data', (chunk: Buffer) => {
    log += chunk.toString();
    if (/^\{"port"/m.test(log)) host.kill('SIGTERM');
  });
  const [code] = (await once(host, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`the demo host ended with ${code}:\n${log}`);
}

if (import.meta.main && !currentBundle(ROOT)) {
  const began = Date.now();
  // Loads the bundler, which a current bundle does not need.
  const { makeBundle } = await import('./bundle-content.ts');
  const { files, sources } = await makeBundle();
  const folder = writeFiles(files);
  await compile(folder);
  publish(folder, versionsOf(sources, began));
  removeOld();
}
