/**
 * `node .ci/coverage.ts FOLDER [--write]`: the executed lines of the sources, by folder, from V8's files in FOLDER for every process and
 * worker of a test run (`NODE_V8_COVERAGE`). A line counts if it contains code besides types and comments; it is covered if any process
 * executed a part of it. Prints the table, `--write` writes it to docs/COVERAGE.md; exits with 1 below the limits.
 */
import { globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Percent of lines: of all sources together, of each folder. */
const LIMITS = { all: 98, folder: 90 };
const ROOT = join(import.meta.dirname, '..');

interface Range {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}
interface Script {
  readonly url: string;
  readonly functions: readonly { readonly ranges: readonly Range[] }[];
}
/** A line with code: its first and last character, and whether it was executed. */
interface Line {
  readonly number: number;
  readonly start: number;
  readonly end: number;
  ran: boolean;
}

const isCode = (text: string): boolean => /\w/.test(text) && !/^(\/\/|\/\*|\*)/.test(text);

/** Types become blanks of the same length, so that V8's offsets stay valid. */
function codeLines(path: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const [i, text] of stripTypeScriptTypes(readFileSync(path, 'utf8')).split('\n').entries()) {
    const code = text.trim();
    const first = start + text.indexOf(code);
    if (isCode(code)) lines.push({ number: i + 1, start: first, end: first + code.length, ran: false });
    start += text.length + 1;
  }
  return lines;
}

/** Marks the lines that one process executed: an inner range overrides the ones around it. */
function mark(lines: readonly Line[], { functions }: Script): void {
  const ranges = functions.flatMap((each) => each.ranges).sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  const last = lines.at(-1)?.end ?? 0;
  const counts = new Uint8Array(last + 1);
  for (const { startOffset, endOffset, count } of ranges) counts.fill(count > 0 ? 1 : 0, startOffset, Math.min(endOffset, last + 1));
  for (const line of lines) line.ran ||= counts.subarray(line.start, line.end).includes(1);
}

const sources = new Map(globSync('{src,machines,streams}/**/*.ts', { cwd: ROOT }).map((file) => [file, codeLines(join(ROOT, file))]));
/** The scripts of one process; none of a process that was killed while it wrote them. */
function scriptsOf(file: string): readonly Script[] {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { readonly result: readonly Script[] }).result;
  } catch {
    return [];
  }
}

for (const name of readdirSync(process.argv[2] ?? '')) {
  for (const script of scriptsOf(join(process.argv[2] ?? '', name))) {
    if (!script.url.startsWith('file:')) continue;
    const lines = sources.get(fileURLToPath(script.url.split('?')[0] ?? '').slice(ROOT.length + 1));
    if (lines) mark(lines, script);
  }
}

/** The first two folders of a path: `src/auction` for `src/auction/adjust/filter.ts`, `src` for `src/main.ts`. */
const folderOf = (file: string): string => file.split('/').slice(0, -1).slice(0, 2).join('/');
const share = (lines: readonly Line[]): number => (100 * lines.filter(({ ran }) => ran).length) / Math.max(lines.length, 1);
const percent = (value: number): string => (Math.floor(value * 10) / 10).toFixed(1);

const folders = Map.groupBy(sources, ([file]) => folderOf(file));
const all = [...sources.values()].flat();
const rows = [...folders].map(([folder, files]) => ({ folder, lines: files.flatMap(([, lines]) => lines) }));
rows.sort((a, b) => (a.folder < b.folder ? -1 : 1));
const width = Math.max(...rows.map(({ folder }) => folder.length));
const row = (name: string, lines: readonly Line[]): string =>
  `| ${name.padEnd(width)} | ${String(lines.length).padStart(5)} | ${percent(share(lines)).padStart(5)} |`;
const table = [`| ${'folder'.padEnd(width)} | lines | % ran |`, `| ${'-'.repeat(width)} | ----: | ----: |`];
table.push(...rows.map(({ folder, lines }) => row(folder, lines)), row('all', all));
const page = `# Coverage

Lines of code that the tests run, the hosts they start as processes of their own included. \`npm run coverage\` writes this page.
It fails below ${LIMITS.all} % of all lines or ${LIMITS.folder} % of a folder's.

${table.join('\n')}
`;
if (process.argv[3] === '--write') writeFileSync(join(ROOT, 'docs/COVERAGE.md'), page);
console.log(table.join('\n'));

/** `12-14, 20`. */
function spans(lines: readonly Line[]): string {
  const missed = lines.filter(({ ran }) => !ran).map(({ number }) => number);
  const found: [number, number][] = [];
  for (const number of missed) {
    const before = found.at(-1);
    if (before && number <= before[1] + 2) before[1] = number;
    else found.push([number, number]);
  }
  return found.map(([first, end]) => (first === end ? first : `${first}-${end}`)).join(', ');
}
console.log('\nLines that never ran:');
for (const [file, lines] of [...sources].sort(([a], [b]) => (a < b ? -1 : 1))) {
  if (lines.some(({ ran }) => !ran)) console.log(`  ${file}: ${spans(lines)}`);
}
const low = rows.filter(({ lines }) => share(lines) < LIMITS.folder).map(({ folder }) => folder);
if (share(all) < LIMITS.all || low.length > 0) {
  console.error(`Too few lines ran${low.length > 0 ? `, above all of ${low.join(', ')}` : ''}.`);
  process.exitCode = 1;
}
