/** The page on taps shows what is so, and its schemas are those of the code. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { tapOptions } from '#src/config/sections/taps.ts';
import { EVENT_KINDS } from '#streams/events.ts';
import { hostMessages } from '#streams/taps/messages.ts';
import { subscriptionSchema } from '#streams/taps/subscription.ts';
import { tapSchemas } from '../../docs/write-taps.ts';

const docs = join(import.meta.dirname, '../../docs');
const page = readFileSync(join(docs, 'TAPS.md'), 'utf8');
const schema = JSON.parse(readFileSync(join(docs, 'taps.schema.json'), 'utf8')) as object;

test('the schemas are current (node docs/write-taps.ts)', () => {
  expect(schema).toEqual(JSON.parse(JSON.stringify(tapSchemas())));
});

test('every line of the session shown is as the schemas say', () => {
  const ajv = new Ajv2020();
  ajv.addSchema(schema, 'taps');
  const [heard, said] = [ajv.getSchema('taps'), ajv.getSchema('taps#/$defs/client')];
  const lines = [...page.matchAll(/^([<>]) (\{.*)$/gm)];
  expect(lines.length).toBeGreaterThan(10);
  for (const [, way, line = ''] of lines) {
    const check = way === '<' ? heard : said;
    expect(check?.(JSON.parse(line)), `${line} ${JSON.stringify(check?.errors)}`).toBe(true);
  }
  expect(heard?.({ v: 2, type: 'pong', at: 1 })).toBe(false);
});

test('every kind, message and member of a subscription is told of, and every setting named is one', () => {
  const words = new Set([...page.matchAll(/`([a-z_.]+)`/g)].map(([, word]) => word));
  for (const word of [...EVENT_KINDS, ...Object.keys(hostMessages), ...Object.keys(subscriptionSchema.shape)])
    expect(words).toContain(word);
  const settings = Object.keys(tapOptions.taps.parse(undefined));
  for (const word of words) if (word?.startsWith('taps.') && word !== 'taps.schema.json') expect(settings).toContain(word.slice(5));
});
