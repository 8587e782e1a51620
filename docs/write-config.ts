/**
 * `npm run docs`: writes CONFIG.md from the schema of the host's settings and the comments in its files. With `--check`: writes nothing,
 * exits with 1 if the page is outdated.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { configPage } from './config/page.ts';

const file = join(import.meta.dirname, 'CONFIG.md');
const text = configPage();
if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (readFileSync(file, 'utf8') !== text) {
  console.error('docs/CONFIG.md is outdated; run npm run docs');
  process.exit(1);
}
