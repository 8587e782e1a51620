/** The bundle of the program (`.ci/bundle.ts`): used while it is current, and then the same program as the sources. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { definitionIn, findDefinitions } from '#src/bidders/definitions.ts';
import { type AuctorProcess, startDemoProcess } from '#test/integration/host.ts';
import { ROOT } from '../../.ci/packages.ts';
import { currentBundle, versionOf } from '../../bin/bundle.js';
import { bundleLoader } from '../../bin/load.js';

describe('a bundle', () => {
  const root = mkdtempSync(join(tmpdir(), 'auctor-bundle-'));
  const source = join(root, 'source.ts');
  const bundle = join(root, '.cache/bundle/made');
  const publish = (): void => {
    const sources = { 'source.ts': versionOf(source), removed: versionOf(join(root, 'removed')) };
    writeFileSync(join(root, '.cache/bundle/current.json'), JSON.stringify({ folder: 'made', sources }));
  };
  beforeAll(() => mkdirSync(bundle, { recursive: true }));
  afterAll(() => rmSync(root, { recursive: true }));

  test('is current while its sources are unchanged', () => {
    expect(currentBundle(root)).toBe(undefined);
    writeFileSync(source, 'one');
    publish();
    expect(currentBundle(root)).toBe(bundle);
  });

  test('is not current after a write of the same size with the same time of modification', () => {
    writeFileSync(source, 'one');
    publish();
    const { mtime, ctimeMs } = statSync(source);
    // The clock of a file system has ticks of a few milliseconds.
    do {
      writeFileSync(source, 'two');
      utimesSync(source, mtime, mtime);
    } while (statSync(source).ctimeMs === ctimeMs);
    expect(currentBundle(root)).toBe(undefined);
  });

  test('is not current after a source was removed or a file was added', () => {
    writeFileSync(source, 'one');
    publish();
    writeFileSync(join(root, 'removed'), '');
    expect(currentBundle(root)).toBe(undefined);
    rmSync(join(root, 'removed'));
    expect(currentBundle(root)).toBe(bundle);
    rmSync(source);
    expect(currentBundle(root)).toBe(undefined);
  });
});

describe('files of a bundle', () => {
  const folder = mkdtempSync(join(tmpdir(), 'auctor-bundle-'));
  const wrapped = (code: string): string => `(function (exports, require, module, __filename, __dirname) { ${code}\n})`;
  const run = (): string => execFileSync(process.execPath, [join(ROOT, 'bin/load.js'), folder, 'one'], { encoding: 'utf8' });
  const compiledFiles = (): string[] =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.startsWith('compiled/') && path.endsWith('.js'));
  const writeMain = (): void => {
    const main = `console.log(process.argv[2], require('./other.js').name, typeof require('node:fs').openSync, __dirname === ${JSON.stringify(folder)});`;
    writeFileSync(join(folder, 'src.cli.main.js'), wrapped(main + ' '.repeat(20_000)));
  };
  beforeAll(() => {
    writeMain();
    writeFileSync(join(folder, 'other.js'), wrapped("exports.name = 'other';"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('run, and leave compiled code of large ones for the next run', () => {
    expect(run()).toBe('one other function true\n');
    expect(compiledFiles().map((path) => path.split('/').at(-1))).toEqual(['src.cli.main.js']);
    expect(run()).toBe('one other function true\n');
  });

  test('import packages without a warning of Node', () => {
    writeFileSync(
      join(folder, 'src.cli.main.js'),
      wrapped("void require.import('rxjs').then(({ of }) => console.log(typeof of, require.resolveImport('rxjs').slice(0, 8)));"),
    );
    const { stdout, stderr } = spawnSync(process.execPath, [join(ROOT, 'bin/load.js'), folder], { encoding: 'utf8' });
    expect([stdout, stderr]).toEqual(['function file:///\n', '']);
    writeMain();
  });

  test('are loaded on use although a later build removed them', () => {
    const old = mkdtempSync(join(tmpdir(), 'auctor-bundle-'));
    writeFileSync(join(old, 'late.js'), wrapped("exports.name = 'late';"));
    writeFileSync(join(old, 'adapters.js'), "({ 'a.js': (exports) => { exports.name = 'a'; } })");
    const load = bundleLoader(old) as unknown as (name: string) => unknown;
    rmSync(old, { recursive: true });
    expect(['late.js', 'a.js', 'late.js'].map((name) => load(name))).toEqual([{ name: 'late' }, { name: 'a' }, { name: 'late' }]);
    for (let i = 0; i < 2; i++) expect(() => load('none.js')).toThrow(`none.js is not in ${old}`);
  });

  test('leave nothing behind when a later build removed them', () => {
    const old = mkdtempSync(join(tmpdir(), 'auctor-bundle-'));
    const main = "require('node:fs').rmSync(__dirname, { recursive: true });";
    writeFileSync(join(old, 'src.cli.main.js'), wrapped(main + ' '.repeat(20_000)));
    execFileSync(process.execPath, [join(ROOT, 'bin/load.js'), old]);
    expect(existsSync(old)).toBe(false);
  });

  test('replace compiled code that does not fit', () => {
    const [path = ''] = compiledFiles();
    const code = readFileSync(join(folder, path));
    writeFileSync(join(folder, path), 'damaged');
    expect(run()).toBe('one other function true\n');
    expect(readFileSync(join(folder, path)).length).toBe(code.length);
  });
});

describe('the bundle of the program', () => {
  const program = join(ROOT, 'bin/auctor.js');
  let folder = '';
  let host: AuctorProcess;
  beforeAll(async () => {
    execFileSync(process.execPath, [join(ROOT, '.ci/bundle.ts')]);
    folder = currentBundle(ROOT) ?? '';
    host = await startDemoProcess(program);
  }, 120_000);
  afterAll(() => host.stop());

  test('has every adapter', async () => {
    const load = bundleLoader(folder);
    const codes = (await findDefinitions()).map(({ code }) => code);
    expect(codes.map((code) => definitionIn(load(`src.bidders.adapters.${code}.js`) as { readonly default?: unknown })?.code)).toEqual(
      codes,
    );
  });

  const codeOf = (): string =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.js'))
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('\n');

  test('imports packages by its loader only', () => {
    expect(
      codeOf()
        .match(/.{0,20}\bimport\(/g)
        ?.filter((found) => !found.endsWith('require.import(')),
    ).toEqual([]);
  });

  test('has the names and lines that stack traces show', () => {
    const code = codeOf();
    const names = ['function respond(', 'PoolTransport = class {', 'ConfigError = class extends Error {'];
    expect(names.filter((name) => !code.split('\n').some((line) => line.includes(name)))).toEqual([]);
    expect(
      Math.max(
        ...code
          .split('\n')
          .filter((line) => line.startsWith('function '))
          .map(({ length }) => length),
      ),
    ).toBeLessThan(1000);
  });

  test('runs an auction with bids', async () => {
    const { status, body } = await host.post('/openrtb2/auction', {
      id: 'first',
      site: { page: 'https://publisher.example/' },
      imp: [{ id: 'top', banner: { format: [{ w: 300, h: 250 }] }, ext: { srv: { bidder: { demo: {}, generic: {} } } } }],
    });
    const { seatbid } = JSON.parse(body) as { readonly seatbid: readonly { readonly seat: string }[] };
    expect({ status, seats: seatbid.map(({ seat }) => seat).sort() }).toEqual({ status: 200, seats: ['demo', 'generic'] });
  });

  test('serves the pages of the sources', async () => {
    expect(JSON.parse((await host.get('/info/bidders')).body)).toContain('generic');
    expect((await host.get('/static/load-cookie.html')).status).toBe(200);
    const layout = await host.admin('GET', '/console/dagre.js');
    // The package's file for `import`: pages cannot use the one for `require`.
    expect(layout.body).toBe(readFileSync(fileURLToPath(import.meta.resolve('@dagrejs/dagre')), 'utf8'));
    expect(JSON.parse((await host.admin('GET', '/console/states')).body)).toHaveLength(9);
  });

  test('has the commands of the program', () => {
    const run = (...args: readonly string[]): string => execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
    for (const command of ['version', 'help']) expect(run(program, command)).toBe(run(join(ROOT, 'src/cli/main.ts'), command));
  });
});
