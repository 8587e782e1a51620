/** The JSON Schema of the settings, for editors: our options in our spelling. */
import { z } from 'zod';
import { hostOptions } from './host-options.ts';

/** Formats of the draft; options with another one have a pattern as well. */
const FORMATS = new Set(['ipv4', 'ipv6', 'uri', 'email', 'date-time', 'uuid']);

/** Draft 2020-12. Keys of the two variants are not included: `additionalProperties` stays open for them. */
export function settingsSchema(): object {
  const schema = z.toJSONSchema(hostOptions, {
    io: 'input',
    unrepresentable: 'any',
    reused: 'ref',
    override: ({ jsonSchema }) => {
      if (jsonSchema.format !== undefined && !FORMATS.has(jsonSchema.format)) delete jsonSchema.format;
    },
  });
  return open({ title: 'Settings of an auctor host', ...schema });
}

/** Groups also accept the keys of the variants. */
function open(schema: object): object {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) => (key === 'additionalProperties' && value === false ? undefined : value)),
  ) as object;
}
