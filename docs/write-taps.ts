/**
 * `node docs/write-taps.ts`: writes the JSON schemas of all tap messages to taps.schema.json, from the schemas in the code. With `--check`:
 * writes nothing, exits with 1 if the file is outdated.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { clientMessage, eventMessage, hostMessages } from '#src/taps/messages.ts';
import { dataSchemas } from '#src/taps/schemas.ts';

/** A schema as part of a larger one. Messages of the host may get further fields in later versions, so those are allowed. */
function part(schema: z.ZodType, sender: 'by the host' | 'by clients'): object {
  const isHost = sender === 'by the host';
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

/** All messages of hosts and clients as one JSON schema (draft 2020-12). */
export function tapSchemas(): object {
  const events = Object.entries(dataSchemas).map(([kind, data]) => [`event-${kind}`, eventOf(kind, data)] as const);
  const others = Object.entries(hostMessages).map(([type, schema]) => [type, part(schema, 'by the host')] as const);
  const received = [...others, ...events];
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'A line of a tap, version 1',
    anyOf: received.map(([name]) => ({ $ref: `#/$defs/${name}` })),
    $defs: { ...Object.fromEntries(received), client: part(clientMessage, 'by clients') },
  };
}

if (import.meta.main) {
  const file = join(import.meta.dirname, 'taps.schema.json');
  const text = `${JSON.stringify(tapSchemas(), null, 1)}\n`;
  if (!process.argv.includes('--check')) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) {
    console.error('docs/taps.schema.json is outdated; run node docs/write-taps.ts');
    process.exit(1);
  }
}
