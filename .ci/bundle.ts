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
import { createInterface } from 'node:readline';
import { chooseNodeFlags } from '#src/host/node-flags.ts';
import { currentBundle, versionOf } from '../bin/bundle.js';
import type { Bundle } from './bundle-content.ts';
import { ROOT } from './packages.ts';

const BUNDLES = join(ROOT, '.cache/bundle');
/** Bundles to retain: a program may just start from the previous one. Running hosts hold the files of theirs open. */
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

/** An auction with bids of the demo host: the functions that only real auctions run are compiled, too, and no first auction pays for them. */
const AUCTION = {
  id: 'first',
  site: { page: 'https://publisher.example/page', domain: 'publisher.example', publisher: { id: 'first' } },
  imp: [{ id: 'top', banner: { format: [{ w: 300, h: 250 }] }, ext: { srv: { bidder: { demo: {}, generic: {} } } } }],
  device: { ua: 'Mozilla/5.0 (X11; Linux x86_64)', ip: '203.0.113.1' },
  user: { ext: { eids: [{ source: 'id.example', uids: [{ id: 'u', atype: 1 }] }] } },
  ext: { srv: { targeting: { includewinners: true, includebidderkeys: true } } },
};

async function runAuction(hello: string): Promise<void> {
  const { port } = JSON.parse(hello) as { readonly port: number };
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`http://127.0.0.1:${port}/openrtb2/auction`, { method: 'POST', headers, body: JSON.stringify(AUCTION) });
  await response.text();
}

/** Starts the demo host, runs an auction and stops it: it writes its compiled code when it ends. */
async function compile(folder: string): Promise<void> {
  const { PATH = '', HOME = '' } = process.env;
  // Compiled code belongs to these flags; the host does not restart itself with others.
  const flags = chooseNodeFlags({ cpus: 2, processes: 1, given: [] });
  const AUCTOR_NODE_FLAGS = flags.join(' ');
  const args = [...flags, join(ROOT, 'bin/load.js'), join(BUNDLES, folder), 'start', '--demo', '--hello'];
  const env = { PATH, HOME, ...DEMO, AUCTOR_NODE_FLAGS };
  const host = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], env });
  const ended = once(host, 'exit') as Promise<[number | null]>;
  let log = '';
  for await (const line of createInterface({ input: host.stdout })) {
    log += `${line}\n`;
    if (!line.startsWith('{"port"')) continue;
    await runAuction(line).finally(() => host.kill('SIGTERM'));
  }
  const [code] = await ended;
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
