/** Writes the table of codes in BIDDERS.md from the catalogue. With `--check`: writes nothing, exits with 1 if the table is outdated. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withCodes } from './bidders/table.ts';

const file = join(import.meta.dirname, 'BIDDERS.md');
const page = readFileSync(file, 'utf8');
const text = withCodes(page);
if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (page !== text) {
  console.error('docs/BIDDERS.md is outdated; run npm run docs');
  process.exit(1);
}
