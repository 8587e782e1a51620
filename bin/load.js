/**
 * Runs a bundle: `node bin/load.js FOLDER ARGUMENTS`, or `bin/auctor.js` with the current one. Its files are functions of CommonJS, compiled
 * with code that an earlier run left. Node has a cache of its own, which retains a copy of that code, and its loader the functions of modules
 * that have run: 5 MB together.
 */
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';

/** The file that runs first. */
const MAIN = 'src.cli.main.js';
/** Functions by name, each as of a file. */
const ADAPTERS = 'adapters.js';
/** Characters of the smallest file with a cache: those of commands are compiled faster than a cache is read. */
const MIN_CACHED = 16_384;

/**
 * The files of a bundle by name, as open file descriptors: later builds remove old bundles (`.ci/bundle.ts`), and a running host loads some
 * files only on use.
 */
function openFiles(folder) {
  const names = readdirSync(folder).filter((name) => name.endsWith('.js'));
  return new Map(names.map((name) => [name, openSync(join(folder, name))]));
}

/** Compiled code from an earlier run of the same Node with the same flags; undefined: there is none. */
function readCompiled(path) {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

/** A file appears complete or not at all; without write access the next start compiles again. */
function writeCompiled(folder, path, script) {
  // A removed bundle stays removed.
  if (!existsSync(folder)) return;
  const made = `${path}-${process.pid}`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(made, script.createCachedData());
    renameSync(made, path);
  } catch {
    // The cache only saves time.
  }
}

/**
 * The value of an open file, which is closed; if it had to be compiled, its code is written when the process ends, with all functions that
 * ran.
 */
function compile(folder, name, file) {
  const filename = join(folder, name);
  const source = readFileSync(file, 'latin1');
  closeSync(file);
  const path = join(folder, 'compiled', String(cachedDataVersionTag()), name);
  const isCached = source.length >= MIN_CACHED;
  const cachedData = isCached ? readCompiled(path) : undefined;
  const script = new Script(source, { filename, cachedData });
  if (isCached && (!cachedData || script.cachedDataRejected)) process.once('exit', () => writeCompiled(folder, path, script));
  return script.runInThisContext();
}

/** @returns loads a file of the bundle, its first one by default, and returns what it exports */
export function bundleLoader(folder) {
  const modules = new Map();
  const packages = createRequire(join(folder, MAIN));
  const files = openFiles(folder);
  let adapters;
  const read = (name) => {
    const file = files.get(name);
    files.delete(name);
    return file === undefined ? undefined : compile(folder, name, file);
  };
  const functionOf = (name) => {
    if (files.has(name)) return read(name);
    adapters ??= read(ADAPTERS);
    const found = adapters?.[name];
    if (!found) throw new Error(`${name} is not in ${folder}`);
    return found;
  };
  const load = (name = MAIN) => {
    let module = modules.get(name);
    if (!module) {
      const run = functionOf(name);
      module = { exports: {} };
      modules.set(name, module);
      run(module.exports, require, module, join(folder, name), folder);
    }
    return module.exports;
  };
  const require = (name) => (name.startsWith('./') ? load(name.slice(2)) : packages(name));
  require.resolve = packages.resolve;
  // Packages outside the bundle; one may have another file for `import` than for `require`.
  require.import = (name) => import(name);
  require.resolveImport = (name) => import.meta.resolve(name);
  return load;
}

if (import.meta.main) {
  const [folder] = process.argv.splice(2, 1);
  bundleLoader(folder)();
}
