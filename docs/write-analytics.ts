/**
 * `node docs/write-analytics.ts`: writes the schemas of analytics events, analytics.schema.json and analytics.avsc, from the table in the
 * code. With `--check`: writes nothing, exits with 1 if a file is outdated.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { avroSchema, jsonSchema } from '#src/analytics/event-schema.ts';

for (const [name, schema] of [['analytics.schema.json', jsonSchema()] as const, ['analytics.avsc', avroSchema()] as const]) {
  const file = join(import.meta.dirname, name);
  const text = `${JSON.stringify(schema, null, 1)}\n`;
  if (!process.argv.includes('--check')) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) {
    console.error(`docs/${name} is outdated; run node docs/write-analytics.ts`);
    process.exit(1);
  }
}
