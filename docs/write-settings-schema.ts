/**
 * `npm run docs`: writes settings.schema.json, the JSON Schema of the host's settings for editors. `--check` writes nothing and exits with
 * 1 if the file is not up to date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingsSchema } from '#src/config/json-schema.ts';

const file = join(import.meta.dirname, 'settings.schema.json');
const text = `${JSON.stringify(settingsSchema(), null, 1)}\n`;
if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (readFileSync(file, 'utf8') !== text) {
  console.error('docs/settings.schema.json is not current; run npm run docs');
  process.exit(1);
}
