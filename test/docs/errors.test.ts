import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { WARN } from '#src/auction/diagnostics.ts';
import { NON_BID } from '#src/auction/non-bid.ts';
import { CODES } from '#src/bidders/errors.ts';
import { dialects } from '#test/helpers/dialects.ts';

const text = readFileSync(new URL('../../docs/ERRORS.md', import.meta.url), 'utf8');

/** The first two cells (code and name) of each row of the section that begins with `title`. */
function codes(title: string): Record<string, number> {
  const part = text.slice(text.indexOf(`## ${title}`)).split('\n## ')[0] ?? '';
  return Object.fromEntries([...part.matchAll(/^\| (\d+) +\| `(\w+)`/gm)].map(([, code, name]) => [name, Number(code)]));
}

test('docs/ERRORS.md lists exactly the existing rejections, with their statuses', () => {
  const { go, java } = { go: dialects.go.rejection.status, java: dialects.java.rejection.status };
  const statuses = Object.fromEntries(
    Object.entries(go).map(([kind, status]) => [kind, { go: status, java: java[kind as keyof typeof java] }]),
  );
  const rows = [...text.matchAll(/^\| `(\w+)` +\| (\d+) +\| (\d+) +\|/gm)];
  expect(Object.fromEntries(rows.map(([, kind, go, java]) => [kind, { go: Number(go), java: Number(java) }]))).toEqual(statuses);
});

test('docs/ERRORS.md lists exactly the codes of errors, warnings and non-bids', () => {
  expect(codes('Errors in')).toEqual(CODES);
  expect(codes('Warnings in')).toEqual(WARN);
  expect(codes('Why there is no bid')).toEqual(NON_BID);
});
