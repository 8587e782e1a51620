/** A module made by `auctor new-module`: its test passes, and a host with `hooks.paths` runs it. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { hostSchema } from '#src/config/schema.ts';
import { findModules, openHooks } from '#src/modules/registry.ts';
import { silentLog } from '#src/platform/log.ts';
import { MetricsRegistry } from '#src/platform/metrics.ts';
import { validRequest } from '#test/helpers/auction.ts';
import { moduleEnv } from '#test/helpers/module-env.ts';
import { moduleServices, runFullAuction } from '#test/helpers/modules.ts';
import { AUCTOR } from '#test/helpers/program.ts';
import { runNode } from './run-node.ts';

const folder = mkdtempSync(join(tmpdir(), 'auctor-module-'));
afterAll(() => rmSync(folder, { recursive: true }));

function node(...args: readonly string[]): { status: number | null; out: string; err: string } {
  const { status, stdout, stderr } = runNode(folder, args);
  return { status, out: stdout, err: stderr.trim() };
}

describe('auctor new-module', () => {
  test('creates a module whose test passes and that a host runs', async () => {
    const file = join('modules', 'acme-hello', 'module.ts');
    const testFile = join('modules', 'acme-hello', 'module.test.ts');
    expect(node(AUCTOR, 'new-module', 'acme.hello')).toEqual({
      status: 0,
      out:
        `created ${file} and ${testFile}; test: node --test ${testFile}\n` +
        'settings: hooks: {enabled: true, paths: [modules], modules: {acme: {hello: {enabled: true}}}}\n',
      err: '',
    });
    expect(node('--test', testFile)).toMatchObject({ status: 0, out: expect.stringContaining('pass 2') });

    const hooks = { enabled: true, paths: [join(folder, 'modules')], modules: { acme: { hello: { enabled: true, keyword: 'k' } } } };
    const config = hostSchema.parse({ hooks });
    const registry = await openHooks(config, await findModules(config.hooks.paths), moduleEnv({ log: silentLog }), new MetricsRegistry());
    const services = Object.assign(moduleServices({}), { hooks: registry });
    const { auction } = await runFullAuction(services, {
      ...validRequest(),
      site: { page: 'https://example.com/', publisher: { id: 'p' }, keywords: 'a' },
    });
    expect(auction.request.site?.keywords).toBe('a,k');
  });

  test('does not overwrite a file, and rejects names of known modules and other words', () => {
    const there = join(folder, 'own', 'acme-there');
    mkdirSync(there, { recursive: true });
    writeFileSync(join(there, 'module.test.ts'), 'export {};');
    const err = `file exists: ${join('own', 'acme-there', 'module.test.ts')}`;
    expect(node(AUCTOR, 'new-module', 'acme.there', '--folder', 'own')).toMatchObject({ status: 1, err });
    expect(readdirSync(there)).toEqual(['module.test.ts']);
    expect(node(AUCTOR, 'new-module', 'scope3.rtd')).toMatchObject({ status: 1, err: 'scope3.rtd is a module of auctor already' });
    expect(node(AUCTOR, 'new-module', 'hello')).toMatchObject({ status: 2, err: expect.stringContaining('VENDOR.MODULE') });
  });
});

describe('hooks.paths', () => {
  const write = (name: string, source: string): string => {
    mkdirSync(join(folder, name, 'one'), { recursive: true });
    writeFileSync(join(folder, name, 'one', 'module.mjs'), source);
    return join(folder, name);
  };

  test.each([
    ['a folder that does not exist', () => join(folder, 'none'), 'hooks.paths: ENOENT'],
    ['a file without a module', () => write('empty', 'export default 1;'), 'has no module as its default export'],
    ['a file that cannot be read, by its name', () => write('torn', 'export default {'), `${join('torn', 'one', 'module.mjs')}: `],
    ['the folder of a module', () => join(write('single', 'export default {};'), 'one'), 'name the folder that contains it'],
    [
      'a code that is taken',
      () => write('taken', "export default { code: 'scope3.rtd', start() {} };"),
      'defines the module scope3.rtd again',
    ],
  ])('rejects %s', async (_, path, message) => {
    await expect(findModules([path()])).rejects.toThrow(message);
  });
});
