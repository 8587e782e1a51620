/**
 * `npm run catalogue`: writes `catalogue.json` from the modules of all bidders. `--check` writes nothing and exits with 1 if the file is
 * not up to date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { CATALOGUE, catalogueSource } from '../catalogue.ts';
import { findDefinitions } from '../definitions.ts';

const text = catalogueSource(await findDefinitions());
if (!process.argv.includes('--check')) writeFileSync(CATALOGUE, text);
else if (readFileSync(CATALOGUE, 'utf8') !== text) {
  console.error('src/bidders/catalogue.json is not current; run npm run catalogue');
  process.exit(1);
}
