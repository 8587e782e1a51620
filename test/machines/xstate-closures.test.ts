import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { rewriteExecutor } from '#machines/xstate-closures.ts';

describe('the rewrite of the microstep executor', () => {
  const dist = join(dirname(createRequire(import.meta.url).resolve('xstate/package.json')), 'dist');
  const files = readdirSync(dist).filter((name) => /^raise-[0-9a-f]+(\.development)?\.cjs\.js$/.test(name));

  test('finds its statement in the installed library (otherwise xstate-closures.ts is obsolete)', () => {
    expect(files.length).toBeGreaterThan(0);
    for (const name of files) {
      const rewritten = rewriteExecutor(readFileSync(join(dist, name), 'utf8'));
      expect(rewritten).toContain('const auctorExecutor = action =>');
      expect(rewritten).not.toMatch(/actorScope\.actionExecutor = action =>/);
    }
  });

  test('changes nothing else', () => {
    const source = readFileSync(join(dist, files[0] ?? ''), 'utf8');
    const back = rewriteExecutor(source)
      ?.replace('const auctorExecutor = action =>', 'actorScope.actionExecutor = action =>')
      .replace('\n  actorScope.actionExecutor = auctorExecutor;', '');
    expect(back).toBe(source);
  });
});
