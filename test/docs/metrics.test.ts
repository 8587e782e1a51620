import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** First cells of the tables whose second column is a kind. */
function documented(): Map<string, string> {
  const families = new Map<string, string>();
  const text = readFileSync(join(root, 'docs/METRICS.md'), 'utf8');
  for (const [, names = '', kind = ''] of text.matchAll(/^\| (.*?) \| (counter|gauge|histogram) *\|/gm)) {
    for (const [, name = ''] of names.matchAll(/`([^`]+)`/g)) families.set(name, kind);
  }
  return families;
}

function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sources(path);
    else if (entry.name.endsWith('.ts')) yield readFileSync(join(root, path), 'utf8');
  }
}

/** Names passed to a registry, or to a constructor of families, as plain strings. */
function made(): Set<string> {
  const names = new Set<string>();
  for (const text of [...sources('src'), ...sources('streams'), ...sources('machines')]) {
    for (const [, name = ''] of text.matchAll(
      /(?:[mM]etrics\??\.(?:counter|gauge|histogram)|\bgauge|\bfamily|perBidder|#counter)\(\s*'(\w+)'/g,
    ))
      names.add(name);
  }
  return names;
}

test('docs/METRICS.md lists every family in the code', () => {
  const families = documented();
  expect(families.size).toBeGreaterThan(80);
  expect([...made()].filter((name) => !families.has(name))).toEqual([]);
});

test('docs/METRICS.md lists no other family', () => {
  const code = [...sources('src'), ...sources('streams'), ...sources('machines')].join('\n');
  // For composed names, the parts must exist.
  const isMade = (name: string): boolean => {
    if (new RegExp(`['"\`]${name}['"\`]`).test(code)) return true;
    const [, start = '', end = ''] =
      /^(modules|stored|adapter_connection|adapter_response_validation|account_response_validation)_(?:<\w+>_)?(.+)$/.exec(name) ?? [];
    if (start !== '' && code.includes(`\`${start}_\${`) && new RegExp(`['"\`}]_?${end}['"\`]`).test(code)) return true;
    return /_cache_performance$/.test(name) && code.includes(`'${name.replace('_cache_performance', '')}'`);
  };
  expect([...documented().keys()].filter((name) => !isMade(name))).toEqual([]);
});
