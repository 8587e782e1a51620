/**
 * `node .ci/build.ts`, run by `npm pack`: writes the program as JavaScript to dist/, because Node removes no types from files of installed
 * packages. Lines and columns stay those of the sources. dist/package.json names the version and what `#src/…` stands for.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { project, ROOT } from './packages.ts';
import { versionAt } from './version.ts';

const DIST = join(ROOT, 'dist');
const FOLDERS = ['src', 'machines', 'streams'];

/** Specifiers of our own files, static and dynamic. */
const SPECIFIER = /((?:\bfrom|\bimport|\bimport\()\s*')([#.][^']*)\.ts'/g;

const QUOTED_SPECIFIER = /((?:\bfrom|\bimport|\bimport\()\s*")([#.][^"]*)\.ts"/g;

/** The JavaScript of a source file. */
export const toJavaScript = (source: string): string => stripTypeScriptTypes(source).replace(SPECIFIER, "$1$2.js'");

/** What git says about the commit, as `git describe` writes it; undefined without git or without a tag. */
function described(): string | undefined {
  try {
    const args = ['describe', '--tags', '--long', '--match', 'v[0-9]*'];
    return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
}

/** Writes the types that modules of a host's own use (`auctor/modules`), with those they refer to. */
function writeTypes(): void {
  const flags = ['--emitDeclarationOnly', '--declaration', '--noEmit', 'false', '--noCheck', '--outDir', DIST];
  const project = join(ROOT, '.ci/types.json');
  execFileSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', project, ...flags], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
  for (const file of globSync('**/*.d.ts', { cwd: DIST })) {
    const path = join(DIST, file);
    writeFileSync(path, readFileSync(path, 'utf8').replace(SPECIFIER, "$1$2.js'").replace(QUOTED_SPECIFIER, '$1$2.js"'));
  }
}

function build(): string {
  rmSync(DIST, { recursive: true, force: true });
  const files = globSync(
    FOLDERS.map((folder) => `${folder}/**/*.*`),
    { cwd: ROOT },
  );
  for (const file of files) {
    const to = join(DIST, file);
    mkdirSync(dirname(to), { recursive: true });
    if (file.endsWith('.ts')) writeFileSync(to.replace(/\.ts$/, '.js'), toJavaScript(readFileSync(join(ROOT, file), 'utf8')));
    else cpSync(join(ROOT, file), to);
  }
  writeTypes();
  const { name, license } = project;
  const version = versionAt(project.version, described());
  const imports = Object.fromEntries(FOLDERS.map((folder) => [`#${folder}/*`, `./${folder}/*`]));
  const scope = { name, version, license, private: true, type: 'module', imports };
  writeFileSync(join(DIST, 'package.json'), `${JSON.stringify(scope, null, 2)}\n`);
  return `dist: ${files.length} files, version ${version}`;
}

// `npm pack --json` reads the standard output.
if (import.meta.main) console.error(build());
