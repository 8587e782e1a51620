/** The project's own rules that no linter enforces. Each deliberate exception is listed here with its reason. */
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { STAGES } from '#machines/lifecycle.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

const NOT_OURS = ['node_modules', '.git', '.cache', 'dist', 'test/output'];
const files = globSync(['**/*', '.ci/*', '.*'], {
  cwd: ROOT,
  withFileTypes: true,
  exclude: (entry) => NOT_OURS.includes(relative(ROOT, join(entry.parentPath, entry.name))),
})
  .filter((entry) => entry.isFile() && entry.name !== '.git')
  .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
  // In a linked worktree `.git` is a file, which globSync does not exclude.
  .filter((file) => !NOT_OURS.includes(file))
  .sort();
const isSource = (file: string): boolean => /^(src|machines|streams)\/.*\.ts$/.test(file);
const isTest = (file: string): boolean => /^(test|properties|bench)\/.*\.ts$/.test(file);
const sources = files.filter(isSource);
const tests = files.filter(isTest);

/** `file:line text` of every line that matches. */
const linesWith = (pattern: RegExp, among: readonly string[]): string[] =>
  among.flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((line, i) => (pattern.test(line) ? [`${file}:${i + 1} ${line.trim()}`] : [])),
  );

interface Import {
  readonly from: string;
  readonly to: string;
  readonly typeOnly: boolean;
}

const IMPORT = /^(?:import|export)\s+(type\s)?([^;'"]*?)\s*from\s*'([^']+)'|\bimport\('([^']+)'\)(\.\w)?/gm;
const allTypes = (names: string): boolean => /^\{\s*(type\s+\w+(\s+as\s+\w+)?,?\s*)+\}$/.test(names.trim());

/** A file of ours as its path from the root; a package by its name. */
function target(file: string, name: string): string {
  if (name.startsWith('#')) return name.slice(1);
  return name.startsWith('.') ? relative(ROOT, join(ROOT, dirname(file), name)) : name;
}

function importsOf(file: string): Import[] {
  return [...read(file).matchAll(IMPORT)].map(([, type, names = '', fixed, late, field]) => ({
    from: file,
    to: target(file, fixed ?? late ?? ''),
    // `import('x').Name` is a type
    typeOnly: type !== undefined || allTypes(names) || field !== undefined,
  }));
}

const imports = sources.flatMap(importsOf);
const shown = (broken: readonly Import[]): string[] => broken.map(({ from, to }) => `${from} uses ${to}`);

/** `src/auction` of a file deeper in it, `src` of a file directly in `src`. */
const folderOf = (file: string): string =>
  (file.startsWith('src/') && file.split('/').length > 2 ? file.split('/', 2).join('/') : file.split('/')[0]) ?? '';

/** Folders of the states in the order of an auction. */
const STATES = STAGES.map((state) => state.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));

/** Circles of imports, each with all its files. */
function circles(edges: readonly Import[]): string[] {
  const next = Map.groupBy(edges, ({ from }) => from);
  const reachedFrom = (start: string): ReadonlySet<string> => {
    const reached = new Set<string>();
    const open = [start];
    for (let file = open.pop(); file !== undefined; file = open.pop()) {
      for (const { to } of next.get(file) ?? []) {
        if (reached.has(to)) continue;
        reached.add(to);
        open.push(to);
      }
    }
    return reached;
  };
  const reached = new Map([...next.keys()].map((file) => [file, reachedFrom(file)]));
  const circleOf = (file: string): string[] => [...reached.keys()].filter((to) => reached.get(file)?.has(to) && reached.get(to)?.has(file));
  return [...new Set([...reached.keys()].map((file) => circleOf(file).sort().join(', ')))].filter((circle) => circle !== '');
}

/** Row of each folder, from the table in the docs. */
const rows = new Map(
  [...read('docs/ARCHITECTURE.md').matchAll(/^\| (\d+) +\|[^|`]*\| (`[^|]*`) +\|$/gm)].flatMap(([, row, folders = '']) =>
    [...folders.matchAll(/`([^`]+)`/g)].map(([, folder = '']) => [folder, Number(row)] as const),
  ),
);

/** Imports from a later row, each with its reason. */
const UPWARDS: Readonly<Record<string, string>> = {
  'src/replay/world.ts uses src/host/app.ts': 'a replay runs the states as the host puts them together',
};

/** Contracts whose types earlier rows may use, each with its reason; a name that ends in `/` is a folder. */
const CONTRACTS: Readonly<Record<string, string>> = {
  'src/auction/services.ts': 'the services of an auction',
  'src/auction/pricing/converter.ts': 'currency conversion for adapters',
  'src/bidders/bidder.ts': 'HTTP responses as adapters read them',
  'src/dialect/dialect.ts': 'differences of the variants',
  'src/dialect/contract/': 'the same, one file per topic',
  'src/openrtb/ext.ts': 'any JSON object',
  'src/platform/clock.ts': 'time',
  'machines/bidder-health.ts': 'states of a bidder',
  'streams/events.ts': 'kinds of events',
};

/** Folders without direct I/O. */
const PURE = [
  'lang',
  'json',
  'openrtb',
  'privacy',
  'vast',
  'config',
  'bidders',
  'auction',
  'modules',
  'sync',
  'events',
  'adscert',
  'dialect',
].map((name) => `src/${name}`);
const isPure = (file: string): boolean => PURE.includes(folderOf(file));
/** Folders with I/O. */
const WORLD = ['platform', 'net', 'aws', 'feeds', 'stores'].map((name) => `src/${name}`);
/** Files that scan folders at startup, before any auction. */
const STARTS = [
  'src/config/load.ts',
  'src/config/input/config-tree.ts',
  'src/config/input/files.ts',
  'src/config/input/locations.ts',
  'src/bidders/definitions.ts',
  'src/bidders/catalogue.ts',
  'src/modules/registry.ts',
  'src/sync/pages/pages.ts',
  'src/bidders/kit/new-bidder.ts',
  'src/bidders/kit/write-catalogue.ts',
];
const WORLDLY =
  /^(fastify|xstate|rxjs|undici|ws|pino|iovalkey|postgres|mysql2|node:(fs|http|https|http2|child_process|cluster|worker_threads|timers|perf_hooks|dns|process)\b)/;
const READS_THE_WORLD =
  /\b(Date\.now|Math\.random|performance\.now|process\.(env|hrtime)|setTimeout|setInterval|setImmediate)\b|(?<![\w.#`'])fetch\(|new Date\(\)/;

describe('imports', () => {
  it('match the table in docs/ARCHITECTURE.md, which names every folder', () => {
    expect([...new Set(sources.map(folderOf))].filter((folder) => !rows.has(folder))).toEqual([]);
  });

  it('never point to a later row', () => {
    const rowOf = (file: string): number => rows.get(folderOf(file)) ?? 0;
    const back = imports.filter(({ from, to, typeOnly }) => !typeOnly && isSource(to) && rowOf(to) > rowOf(from));
    expect(shown(back).filter((line) => UPWARDS[line] === undefined)).toEqual([]);
  });

  it('take types from a later row only if they are contracts', () => {
    const rowOf = (file: string): number => rows.get(folderOf(file)) ?? 0;
    const back = imports.filter(({ from, to, typeOnly }) => typeOnly && isSource(to) && rowOf(to) > rowOf(from));
    const contractOf = (to: string): string | undefined =>
      Object.keys(CONTRACTS).find((name) => (name.endsWith('/') ? to.startsWith(name) : to === name));
    const used = new Set(back.map(({ to }) => contractOf(to)));
    expect(shown(back.filter(({ to }) => contractOf(to) === undefined)).filter((line) => UPWARDS[line] === undefined)).toEqual([]);
    expect(Object.keys(CONTRACTS).filter((name) => !used.has(name))).toEqual([]);
  });

  it('need every listed exception', () => {
    expect(Object.keys(UPWARDS).filter((line) => !shown(imports).includes(line))).toEqual([]);
  });

  it('in `json` and `openrtb` import nothing else, types included', () => {
    const formats = ['src/json', 'src/openrtb'];
    const away = imports.filter(
      ({ from, to }) => formats.includes(folderOf(from)) && isSource(to) && ![...formats, 'src/lang'].includes(folderOf(to)),
    );
    expect(shown(away)).toEqual([]);
  });

  it('keep I/O out of domain code', () => {
    const worldly = imports.filter(
      ({ from, to, typeOnly }) => isPure(from) && !STARTS.includes(from) && !typeOnly && (WORLDLY.test(to) || WORLD.includes(folderOf(to))),
    );
    expect(shown(worldly)).toEqual([]);
    expect(
      linesWith(
        READS_THE_WORLD,
        sources.filter((file) => isPure(file) && !STARTS.includes(file)),
      ),
    ).toEqual([]);
  });

  it('use Fastify at the edge, XState in machines and RxJS in streams only', () => {
    const homes: Readonly<Record<string, RegExp>> = {
      fastify: /^src\/(http|admin|cluster|metrics|host)\//,
      xstate: /^(machines|src\/admin)\//,
      rxjs: /^(streams|machines)\/|^src\/(admin|cluster|taps)\//,
    };
    expect(shown(imports.filter(({ from, to }) => homes[to.split('/')[0] ?? '']?.test(from) === false))).toEqual([]);
  });

  it('make no circles, types included', () => {
    expect(circles(imports.filter(({ to }) => isSource(to)))).toEqual([]);
  });

  it('of a state never point to the folder of a later state, types included', () => {
    const stateOf = (file: string): number => STATES.findIndex((state) => new RegExp(`^src/auction/${state}(/|\\.ts$)`).test(file));
    const forward = imports.filter(({ from, to }) => stateOf(from) >= 0 && stateOf(to) > stateOf(from));
    expect(shown(forward)).toEqual([]);
  });

  it('use `#src/…` between folders, `./` and `../` within one', () => {
    const wrong = linesWith(/(from|import) ?\(?'(\.\.?\/|#)/, sources).filter((line) => {
      const [, from = '', name = ''] = /^([^:]+):.*(?:from|import) ?\(?'([^']+)'/.exec(line) ?? [];
      const isWithin = folderOf(target(from, name)) === folderOf(from) && folderOf(from) !== 'src';
      // a name with a dollar sign is in a template
      return !name.includes('$') && isWithin !== name.startsWith('.');
    });
    expect(wrong).toEqual([]);
  });

  it('point to the defining file: nothing is re-exported', () => {
    expect(linesWith(/^export (\*|\{[^}]*\}) from/, sources)).toEqual([]);
  });
});

describe('files', () => {
  /** Longer than 250 lines, each with its reason. */
  const LONG: Readonly<Record<string, string>> = {
    'src/openrtb/ortb.ts': 'data: the objects of OpenRTB, field by field; every file of the trade imports from it',
  };
  const length = (file: string): number => read(file).trimEnd().split('\n').length;

  it('are at most 250 lines long, tests 400', () => {
    expect(sources.filter((file) => length(file) > 250 && LONG[file] === undefined)).toEqual([]);
    expect(tests.filter((file) => length(file) > 400)).toEqual([]);
  });

  it('need every listed exception', () => {
    expect(Object.keys(LONG).filter((file) => !sources.includes(file) || length(file) <= 250)).toEqual([]);
  });

  it('are named by their content, in kebab-case', () => {
    const name = (file: string): string => basename(file, '.ts');
    expect(sources.filter((file) => /^(utils?|helpers?|common|misc|types)$/.test(name(file)))).toEqual([]);
    // a bidder's file is named after its code; `.d.ts` files declare packages
    expect(
      sources.filter((file) => !file.startsWith('src/bidders/adapters/') && !/^[a-z0-9]+(-[a-z0-9]+)*(\.d)?$/.test(name(file))),
    ).toEqual([]);
  });
});

describe('the two variants', () => {
  const isHome = (file: string): boolean => /^src\/(config|dialect)\//.test(file);
  const others = sources.filter((file) => !isHome(file));
  const isComment = (line: string): boolean => /^\S+ (\*|\/\/|\/\*\*)/.test(line);

  /** Exceptions that check the variant, each with its reason. */
  const READING: Readonly<Record<string, string>> = {
    'src/cli/commands/migrate.ts': 'reads files of either variant and names it in its report',
    'src/host/start.ts': 'logs it',
    'src/modules/hook.ts': 'the contract of modules, which may have tables of their own by variant',
    'src/modules/registry.ts': 'hands the variant to modules',
    'src/modules/rule-engine/module.ts': 'a module with tables by variant',
    'src/modules/fiftyone-devicedetection/module.ts': 'as the rule engine',
    'src/modules/wurfl-devicedetection/module.ts': 'as the rule engine',
  };
  const reading = (pattern: RegExp): string[] => linesWith(pattern, others).filter((line) => !isComment(line));
  const fileOf = (line: string): string => line.slice(0, line.indexOf(':'));
  const unexcused = (lines: readonly string[]): string[] => lines.filter((line) => READING[fileOf(line)] === undefined);

  const COMPARED = /[!=]== *'(go|java)'|'(go|java)' *[!=]==|case '(go|java)'/;
  const READ = /\bvariant\b(?!\.')/;

  it('are compared in settings and dialects only; all other code calls an injected dialect', () => {
    expect(unexcused(reading(COMPARED))).toEqual([]);
    expect(unexcused(reading(READ))).toEqual([]);
  });

  it('need every listed exception', () => {
    const used = new Set([...reading(COMPARED), ...reading(READ)].map(fileOf));
    expect(Object.keys(READING).filter((file) => !used.has(file))).toEqual([]);
  });

  it('are never the default of a parameter', () => {
    expect(linesWith(/[\w'\]>] = '(go|java)'(?!;)|\b(isJava|likeJava) = (true|false)/, others)).toEqual([]);
    expect(linesWith(/(\?\?|\|\|)=? *'(go|java)'|\b(dialect|variant|isJava)\?:/, others)).toEqual([]);
  });
});

describe('code', () => {
  it('assigns no function literal to a property while an auction runs: V8 keeps such closures in old space', () => {
    const literal = /^\s*[\w.[\]'?]+\.[\w#]+ (\?\?)?= (async )?(function\b|\([^()]*\)(: [^=]+)? =>|\w+ =>)/;
    expect(
      linesWith(
        literal,
        sources.filter((file) => /^(src\/(auction|vast|taps)|streams|machines)\//.test(file)),
      ),
    ).toEqual([]);
  });

  it('percent-encodes text in one file: the platform throws for half a surrogate pair', () => {
    expect(linesWith(/\bencodeURI|(?<![.\w])escape\(/, sources).filter((line) => !line.startsWith('src/lang/percent.ts:'))).toEqual([]);
  });

  it('gives a reason for every suppressed check', () => {
    expect(linesWith(/@ts-(ignore|nocheck)|@ts-expect-error\s*$/, [...sources, ...tests])).toEqual([]);
    expect(linesWith(/biome-ignore(?!.*: \S)|oxlint-disable(?!.* -- \S)/, [...sources, ...tests])).toEqual([]);
  });

  it('measures no time in tests: they wait for conditions instead of a number of ms', () => {
    // They poll, and write to connections like clients that may be slow.
    const exempt = ['test/integration/servers.ts', 'test/integration/load.ts', 'test/rules.test.ts'];
    const others = tests.filter((file) => !file.startsWith('bench/') && !exempt.includes(file));
    expect(linesWith(/performance\.now|hrtime|\) => setTimeout\(\w+, /, others)).toEqual([]);
  });

  it('skips no test without a condition', () => {
    const wanted = new RegExp(`\\b(it|test|describe|bench)\\.(${['only', 'skip', 'todo'].join('|')})\\b`);
    expect(linesWith(wanted, tests)).toEqual([]);
  });
});

describe('the repository', () => {
  const messages = files.filter((file) => !/\.(png|jpg|gz|ico|woff2)$/.test(file) && file !== 'package-lock.json');

  it('contains no machine’s folders and no package registry', () => {
    const folders = ['work', 'root', 'home/\\w+'].map((name) => `/${name}/`).join('|');
    // Concatenated here, so that this file may be checked as well.
    const registries = ['npm js', 'yarn pkg', 'verd accio', 'arti factory', 'debian .org', 'pkg .github']
      .map((name) => name.replace(' ', '').replace('.', '\\.'))
      .join('|');
    expect(linesWith(new RegExp(`(?<![\\w.])(${folders})|${registries}`), messages)).toEqual([]);
  });

  it('keeps the lock file free of addresses', () => {
    expect(linesWith(/"resolved"/, ['package-lock.json'])).toEqual([]);
  });
});
