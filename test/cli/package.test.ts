/** The package that `npm pack` makes, unpacked like an installed one beside the runtime dependencies only. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuctorProcess, startDemoProcess } from '#test/integration/host.ts';
import { lockedPackages, project, ROOT } from '../../.ci/packages.ts';

const folder = mkdtempSync(join(tmpdir(), 'auctor-package-'));
const program = join(folder, 'node_modules/auctor/bin/auctor.js');
let packed: readonly { readonly path: string }[] = [];

/** What `npm install` does with the package, without a registry: unpacks it and provides its dependencies. */
function install(archive: string): void {
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, 'auctor'), { recursive: true });
  execFileSync('tar', ['-xzf', join(folder, archive), '-C', join(modules, 'auctor'), '--strip-components=1']);
  for (const { path, isDevelopment } of lockedPackages()) {
    if (isDevelopment || path.lastIndexOf('node_modules/') > 0 || !existsSync(join(ROOT, path))) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(join(ROOT, path), join(folder, path));
  }
}

beforeAll(() => {
  const args = ['pack', '--json', '--pack-destination', folder];
  const [made] = JSON.parse(execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })) as readonly {
    readonly filename: string;
    readonly files: typeof packed;
  }[];
  packed = made?.files ?? [];
  install(made?.filename ?? '');
});
afterAll(() => rmSync(folder, { recursive: true }));

const auctor = (...args: readonly string[]): string =>
  execFileSync(process.execPath, [program, ...args], { cwd: folder, encoding: 'utf8' }).trim();

describe('an installed package', () => {
  test('contains the program, its pages, its licence and the types of modules, and neither sources nor tests', () => {
    const tops = new Set(packed.map(({ path }) => path.split('/')[0]));
    expect([...tops].sort()).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'bin', 'dist', 'docs', 'package.json']);
    expect(packed.filter(({ path }) => path.endsWith('.ts') && !path.endsWith('.d.ts'))).toEqual([]);
    expect(packed.map(({ path }) => path)).toContain('dist/src/modules/hook.d.ts');
  });

  test('contains all files of docs that its pages link to', () => {
    const files = new Set(packed.map(({ path }) => path));
    const pages = [...files].filter((path) => path === 'README.md' || (path.startsWith('docs/') && path.endsWith('.md')));
    const links = pages.flatMap((page) => {
      const text = readFileSync(join(folder, 'node_modules/auctor', page), 'utf8');
      return [...text.matchAll(/\]\(([^):#]+)/g)].map(([, to = '']) => join(dirname(page), to).replace(/\/$/, ''));
    });
    const lost = links.filter((to) => to.startsWith('docs/') && ![...files].some((path) => path === to || path.startsWith(`${to}/`)));
    expect([...new Set(lost)]).toEqual([]);
  });

  test('prints a version that begins with the one of package.json', () => {
    expect(auctor('version').startsWith(project.version)).toBe(true);
  });

  test('names the commands that need a checkout of the repository', () => {
    expect(() => auctor('bench')).toThrow('bench: works in a checkout of the repository only');
    expect(() => auctor('new-bidder', 'acme')).toThrow('new-bidder: works in a checkout of the repository only');
  });

  describe('started as `auctor demo`', () => {
    let host: AuctorProcess;
    beforeAll(async () => {
      host = await startDemoProcess(program);
    });
    afterAll(() => host.stop());

    test('runs an auction with bids', async () => {
      const { status, body } = await host.post('/openrtb2/auction', {
        id: 'first',
        site: { page: 'https://publisher.example/' },
        tmax: 5000,
        imp: [{ id: 'top', banner: { format: [{ w: 300, h: 250 }] }, ext: { srv: { bidder: { demo: {}, generic: {} } } } }],
      });
      const { seatbid } = JSON.parse(body) as { readonly seatbid: readonly { readonly seat: string; readonly bid: readonly object[] }[] };
      expect({ status, seats: seatbid.map(({ seat }) => seat).sort() }).toEqual({ status: 200, seats: ['demo', 'generic'] });
    });

    test('serves its pages, bidders and console', async () => {
      expect(JSON.parse((await host.get('/info/bidders')).body)).toContain('generic');
      expect((await host.get('/static/load-cookie.html')).status).toBe(200);
      expect((await host.admin('GET', '/console/')).status).toBe(200);
    });
  });
});
