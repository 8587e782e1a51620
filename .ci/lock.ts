/**
 * `node .ci/lock.ts`: regenerates package-lock.json from package.json and .npmrc alone, for every platform. npm omits optional packages of
 * other platforms that the current registry does not hold, and `npm ci` then rejects its own lock file. Their entries are added here from
 * the dependent package: version and platform. They have no checksum; such a platform installs its own package under the given version.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Entry {
  readonly version?: string;
  readonly dev?: boolean;
  readonly license?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly [more: string]: unknown;
}

const ROOT = join(import.meta.dirname, '..');
const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const PROCESSORS = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

/** `@scope/thing-linux-x64-musl`: its platform, in npm's terms; undefined if the name contains none. */
function platformOf(name: string): object | undefined {
  const words = name.split(/[-/]/);
  const os = SYSTEMS.find((system) => words.includes(system));
  const cpu = PROCESSORS.find((processor) => words.includes(processor));
  if (!os || !cpu) return undefined;
  const last = words.at(-1) ?? '';
  const libc = os !== 'linux' ? undefined : last.startsWith('musl') ? 'musl' : last.startsWith('gnu') ? 'glibc' : undefined;
  return { cpu: [cpu], ...(libc && { libc: [libc] }), optional: true, os: [os] };
}

const folder = mkdtempSync(join(tmpdir(), 'auctor-lock-'));
for (const file of ['package.json', '.npmrc']) copyFileSync(join(ROOT, file), join(folder, file));
execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts', '--loglevel=error'], { cwd: folder, stdio: 'inherit' });
const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as { packages: Record<string, Entry> };
rmSync(folder, { recursive: true });

const added: string[] = [];
for (const [path, { optionalDependencies = {}, dev, license }] of Object.entries(lock.packages)) {
  if (path === '') continue;
  for (const [name, version] of Object.entries(optionalDependencies)) {
    const platform = platformOf(name);
    if (lock.packages[`node_modules/${name}`] || !platform || !/^\d/.test(version)) continue;
    lock.packages[`node_modules/${name}`] = { version, ...(dev && { dev }), ...(license && { license }), ...platform };
    added.push(name);
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(join(ROOT, 'package-lock.json'), `${JSON.stringify(lock, null, 2)}\n`);
console.log(
  `package-lock.json: ${Object.keys(lock.packages).length} packages, ${added.length} of them of platforms the registry does not hold`,
);
