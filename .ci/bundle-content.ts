/** What a bundle contains: entries, packages, and how the program finds its files from there. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type ChunkingContext, type CodeSplittingGroup, type OutputChunk, type Plugin, rolldown } from 'rolldown';
import { rewriteExecutor } from '#machines/xstate-closures.ts';
import { ROOT } from './packages.ts';

/** The program in a bundle: `src/cli/main.ts`. */
const MAIN = 'src/cli/main.ts';
/** The host that `auctor start` runs, and what it needs before it restarts itself with flags of Node. */
const HOST = 'src/host/start.ts';
const START = 'src/cli/commands/start.ts';
/** Names of two files: what `auctor` loads at once, and the host. */
const PROGRAM: readonly [string, string] & readonly string[] = ['command', 'host'];
const BUNDLED = join(ROOT, 'src/lang/bundled.ts');
const PATCH = join(ROOT, 'machines/xstate-closures.ts');
/** Packages that only some settings need, or none, stay outside. */
const OPTIONAL = [
  /^iovalkey/,
  /^@platformatic\/kafka/,
  /^mysql2/,
  /^postgres/,
  /^ua-parser-js/,
  /^mmdb-lib/,
  /^light-my-request/,
  /^@fastify\/(ajv|fast-json-stringify)-compiler/,
];
/** Parsers of undici as WebAssembly in base64, of which a host uses at most one: loaded on use, so that it does not retain all, twice each. */
const WASM = /^\.\.\/((?:llhttp\/llhttp(?:_simd)?-wasm|milo\/(?:no-)?simd)\.js)$/;
/** What the program uses of undici: its entry loads all of it, three times as much. */
const UNDICI = join(ROOT, '.ci/undici.js');
/** Its modules for bundlers: unused operators are left out. */
const RXJS = join(ROOT, 'node_modules/rxjs/dist/esm/index.js');
/** The root as seen from a file of a bundle, `.cache/bundle/<hash>/<name>.js`. */
const UP = '/../../..';

const sorted = (pattern: string): string[] => globSync(pattern, { cwd: ROOT }).sort();
const hasDefault = (file: string): boolean => /^export default/m.test(readFileSync(join(ROOT, file), 'utf8'));
const nameOf = (file: string): string => file.replace(/\.ts$/, '').replaceAll('/', '.');

/** `src/lang/bundled.ts` of a bundle. Adapters are files of their own, loaded on use. */
function bundledSource(adapters: readonly string[]): string {
  const analytics = sorted('src/analytics/*.ts');
  const imported = [...analytics.filter(hasDefault), ...sorted('src/modules/*/module.ts')];
  const entries = [
    ...imported.map((file, i) => [file, `m${i}`]),
    ...analytics.filter((file) => !hasDefault(file)).map((file) => [file, '({})']),
    ...adapters.map((file) => [file, `load('./${nameOf(file)}.js')`]),
  ];
  return [
    "import { join } from 'node:path';",
    ...imported.map((file, i) => `import * as m${i} from ${JSON.stringify(join(ROOT, file))};`),
    // Not literally: the bundler resolves names.
    'const load = (name) => require(name);',
    'export const BUNDLE_FOLDER = __dirname;',
    `const root = join(BUNDLE_FOLDER, '${UP}');`,
    `export const BUNDLED = new Map([${entries.map(([file, value]) => `[join(root, '${file}'), () => ${value}]`).join(',\n')}]);`,
  ].join('\n');
}

/** Paths in a bundle are those of the sources, where the program reads its pages and lists its folders. */
function withSourcePaths(code: string, id: string): string {
  const path = (of: string): string => `(__dirname + '${UP}/${relative(ROOT, of)}')`;
  return code.replace(/import\.meta\.(dirname|filename|url|main|resolve)\b/g, (_, name: string) => {
    if (name === 'main') return 'false';
    if (name === 'resolve') return 'require.resolveImport';
    return name === 'url' ? `new URL('file://' + ${path(id)}).href` : path(name === 'dirname' ? dirname(id) : id);
  });
}

/** An `import` of `node:http` reads all its exports, and some of them load the copy of undici in Node: 30 ms and 1 MB for nothing. */
const HTTP = 'node:http';
const HTTP_SOURCE = `const http = process.getBuiltinModule('${HTTP}');
export const { Agent, ClientRequest, IncomingMessage, METHODS, Server, ServerResponse, STATUS_CODES, createServer, get, request } = http;
export default http;`;

const program = (adapters: readonly string[]): Plugin => ({
  name: 'program',
  resolveId(name, importer, { kind }) {
    if (name === 'rxjs') return RXJS;
    if (name === 'undici') return UNDICI;
    if (name === HTTP && kind !== 'require-call') return `\0${HTTP}`;
    const [, path] = WASM.exec(name) ?? [];
    return path && importer?.includes('/node_modules/undici/') ? { id: `undici/lib/${path}`, external: true } : undefined;
  },
  load(id) {
    if (id === `\0${HTTP}`) return HTTP_SOURCE;
    if (id === BUNDLED) return bundledSource(adapters);
    // A bundle contains the rewritten library.
    return id === PATCH ? '' : undefined;
  },
  transform(code, id) {
    if (id.includes('/node_modules/')) return rewriteExecutor(code);
    return id.startsWith(ROOT) && id !== BUNDLED ? withSourcePaths(code, id) : undefined;
  },
});

/** Other characters than ASCII as escapes: V8 would store the complete source with two bytes per character. */
const toAscii = (code: string): string =>
  code.replace(/[^\0-\x7f]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

export interface Bundle {
  /** Code by file name. */
  readonly files: ReadonlyMap<string, string>;
  /** Files and folders that decide what it contains, relative to the root. */
  readonly sources: readonly string[];
}

/** Folders that the program lists: a new file in them is part of the next bundle. */
const LISTED = [
  'src/analytics',
  'src/modules',
  'src/bidders/adapters',
  'package-lock.json',
  'node_modules/.package-lock.json',
  '.ci/bundle-content.ts',
];

/** With short names of variables: a running process retains the text of its program. Lines stay: stack traces and profiles show them. */
const SHORT = { compress: false, mangle: { keepNames: true }, codegen: { removeWhitespace: false } } as const;

/** What a module imports at once, itself included. */
function closure(id: string, modules: ChunkingContext, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(id)) return found;
  found.add(id);
  for (const each of modules.getModuleInfo(id)?.importedIds ?? []) closure(each, modules, found);
  return found;
}

/** All that a host runs is one file: from file to file each use of an import is a call. What comes before it is another. */
function programFiles(): CodeSplittingGroup {
  let [host, before]: (ReadonlySet<string> | undefined)[] = [];
  return {
    debugName: 'program',
    name(id, modules) {
      host ??= closure(join(ROOT, HOST), modules);
      before ??= new Set([MAIN, START].flatMap((path) => [...closure(join(ROOT, path), modules)]));
      if ([MAIN, START].some((path) => id === join(ROOT, path))) return null;
      const [beforeHost, inHost] = PROGRAM;
      if (before.has(id)) return beforeHost;
      return host.has(id) ? inHost : null;
    },
  };
}

/** A script cannot import without an experimental option of Node: the loader of bundles does it. */
const scriptOf = (code: string): string =>
  toAscii(code)
    .replace(/^#!.*/, '')
    .replace(/\bimport\(/g, 'require.import(');

/** A function of CommonJS; lines keep their numbers. Modules are strict. */
const wrapped = (code: string): string => `function (exports, require, module, __filename, __dirname) { 'use strict'; ${scriptOf(code)}\n}`;

/** Chunks of adapters, and what they alone share. */
function chunksOfAdapters(chunks: readonly OutputChunk[]): ReadonlySet<OutputChunk> {
  const found = new Set(chunks.filter(({ isEntry, name }) => isEntry && name !== nameOf(MAIN)));
  for (const { imports } of found)
    for (const each of chunks) if (imports.includes(each.fileName) && !each.isEntry && !PROGRAM.includes(each.name)) found.add(each);
  return found;
}

/** Code by file name. Adapters are one file, whose functions are compiled on use: a host loads all of them, one after the other. */
function filesOf(chunks: readonly OutputChunk[]): ReadonlyMap<string, string> {
  const adapters = chunksOfAdapters(chunks);
  const functions = [...adapters].map(({ fileName, code }) => `${JSON.stringify(fileName)}: ${wrapped(code)}`);
  const others = chunks.filter((chunk) => !adapters.has(chunk)).map(({ fileName, code }) => [fileName, `(${wrapped(code)})`] as const);
  return new Map([...others, ['adapters.js', `({${functions.join(',\n')}})`]]);
}

/** Bundles the program and its packages. Names of functions and classes stay: they appear in logs. */
export async function makeBundle(): Promise<Bundle> {
  const adapters = sorted('src/bidders/adapters/*.ts');
  const input = Object.fromEntries([MAIN, ...adapters].map((file) => [nameOf(file), join(ROOT, file)]));
  const build = await rolldown({
    input,
    cwd: ROOT,
    platform: 'node',
    external: OPTIONAL,
    plugins: [program(adapters)],
    logLevel: 'warn',
    preserveEntrySignatures: 'allow-extension',
  });
  const { output } = await build.generate({
    format: 'cjs',
    exports: 'named',
    codeSplitting: { groups: [programFiles()], includeDependenciesRecursively: false },
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    comments: false,
    minify: SHORT,
  });
  await build.close();
  const chunks = output.filter((file): file is OutputChunk => file.type === 'chunk');
  const modules = chunks.flatMap(({ moduleIds }) => moduleIds).filter((id) => id.startsWith(`${ROOT}/`));
  const sources = new Set([...LISTED, ...modules.map((id) => relative(ROOT, id))]);
  return { files: filesOf(chunks), sources: [...sources].sort() };
}
