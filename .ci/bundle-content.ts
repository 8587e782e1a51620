/** What a bundle contains: entries, packages, and how the program finds its files from there. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type OutputChunk, type Plugin, rolldown } from 'rolldown';
import { rewriteExecutor } from '#machines/xstate-closures.ts';
import { ROOT } from './packages.ts';

/** The program in a bundle: `src/cli/main.ts`. */
const MAIN = 'src/cli/main.ts';
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
    "import { createRequire } from 'node:module';",
    "import { join } from 'node:path';",
    ...imported.map((file, i) => `import * as m${i} from ${JSON.stringify(join(ROOT, file))};`),
    'const load = createRequire(import.meta.url);',
    'export const BUNDLE_FOLDER = import.meta.dirname;',
    `const root = join(BUNDLE_FOLDER, '${UP}');`,
    `export const BUNDLED = new Map([${entries.map(([file, value]) => `[join(root, '${file}'), () => ${value}]`).join(',\n')}]);`,
  ].join('\n');
}

/** Paths in a bundle are those of the sources, where the program reads its pages and lists its folders. */
function withSourcePaths(code: string, id: string): string {
  const path = (of: string): string => `(import.meta.dirname + '${UP}/${relative(ROOT, of)}')`;
  return code.replace(/import\.meta\.(dirname|filename|url|main)\b/g, (_, name: string) => {
    if (name === 'main') return 'false';
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

/** Bundles the program and its packages. Names of functions and classes stay: they appear in logs. */
export async function makeBundle(): Promise<Bundle> {
  const adapters = sorted('src/bidders/adapters/*.ts');
  const input = Object.fromEntries([MAIN, ...adapters].map((file) => [nameOf(file), join(ROOT, file)]));
  const build = await rolldown({ input, cwd: ROOT, platform: 'node', external: OPTIONAL, plugins: [program(adapters)], logLevel: 'warn' });
  const { output } = await build.generate({
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    comments: false,
    minify: SHORT,
  });
  await build.close();
  const chunks = output.filter((file): file is OutputChunk => file.type === 'chunk');
  const modules = chunks.flatMap(({ moduleIds }) => moduleIds).filter((id) => id.startsWith(`${ROOT}/`));
  const sources = new Set([...LISTED, ...modules.map((id) => relative(ROOT, id))]);
  return { files: new Map(chunks.map(({ fileName, code }) => [fileName, toAscii(code)])), sources: [...sources].sort() };
}
