/** The JSON Schema of the settings, for editors: our options in our spelling. */
import { z } from 'zod';
import { hostOptions } from './host-options.ts';

/** Draft 2020-12. Keys of the two variants are not included: `additionalProperties` stays open for them. */
export function settingsSchema(): object {
  const schema = z.toJSONSchema(hostOptions, { io: 'input', unrepresentable: 'any', reused: 'ref' });
  return open({ title: 'Settings of an auctor host', ...schema });
}

/** Groups also accept the keys of the variants. */
function open(schema: object): object {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) => (key === 'additionalProperties' && value === false ? undefined : value)),
  ) as object;
}
