/**
 * `node docs/write-taps.ts`: writes the JSON schemas of all that goes over a tap to taps.schema.json, from the schemas in the code.
 * With `--check`: writes nothing, ends with 1 when the file is not current.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { dataSchemas } from '#src/taps/schemas.ts';
import { clientMessage, eventMessage, hostMessages } from '#streams/taps/messages.ts';

/** A schema as part of a larger one. What the host says may get further members in time, so those are not forbidden. */
function part(schema: z.ZodType, said: 'by the host' | 'by clients'): object {
  const isHost = said === 'by the host';
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: isHost ? 'output' : 'input',
    override: ({ jsonSchema }) => {
      if (isHost && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  return rest;
}

/** The envelope of a kind with its data. */
const eventOf = (kind: string, data: z.ZodType): object => part(eventMessage.extend({ kind: z.literal(kind), data }), 'by the host');

/** Everything a client may hear or say, as one JSON schema (draft 2020-12). */
export function tapSchemas(): object {
  const events = Object.entries(dataSchemas).map(([kind, data]) => [`event-${kind}`, eventOf(kind, data)] as const);
  const others = Object.entries(hostMessages).map(([type, schema]) => [type, part(schema, 'by the host')] as const);
  const heard = [...others, ...events];
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'A line of a tap, version 1',
    anyOf: heard.map(([name]) => ({ $ref: `#/$defs/${name}` })),
    $defs: { ...Object.fromEntries(heard), client: part(clientMessage, 'by clients') },
  };
}

if (import.meta.main) {
  const file = join(import.meta.dirname, 'taps.schema.json');
  const text = `${JSON.stringify(tapSchemas(), null, 1)}\n`;
  if (!process.argv.includes('--check')) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) {
    console.error('docs/taps.schema.json is not current; run node docs/write-taps.ts');
    process.exit(1);
  }
}
