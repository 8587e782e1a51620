/** The page on taps matches the code, and its schemas are generated from it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { tapOptions } from '#src/config/sections/taps.ts';
import { hostMessages } from '#src/taps/messages.ts';
import { subscriptionSchema } from '#src/taps/subscription.ts';
import { EVENT_KINDS } from '#streams/events.ts';
import { tapSchemas } from '../../docs/write-taps.ts';

const docs = join(import.meta.dirname, '../../docs');
const page = readFileSync(join(docs, 'TAPS.md'), 'utf8');
const schema = JSON.parse(readFileSync(join(docs, 'taps.schema.json'), 'utf8')) as object;

test('the schemas are current (node docs/write-taps.ts)', () => {
  expect(schema).toEqual(JSON.parse(JSON.stringify(tapSchemas())));
});

test('every line of the documented session matches the schemas', () => {
  const ajv = new Ajv2020();
  ajv.addSchema(schema, 'taps');
  const [received, fromClients] = [ajv.getSchema('taps'), ajv.getSchema('taps#/$defs/client')];
  const lines = [...page.matchAll(/^([<>]) (\{.*)$/gm)];
  expect(lines.length).toBeGreaterThan(10);
  for (const [, way, line = ''] of lines) {
    const check = way === '<' ? received : fromClients;
    expect(check?.(JSON.parse(line)), `${line} ${JSON.stringify(check?.errors)}`).toBe(true);
  }
  expect(received?.({ v: 2, type: 'pong', at: 1 })).toBe(false);
});

test('every kind, message and subscription field is documented, and every named setting exists', () => {
  const words = new Set([...page.matchAll(/`([a-z_.]+)`/g)].map(([, extKey]) => extKey));
  for (const extKey of [...EVENT_KINDS, ...Object.keys(hostMessages), ...Object.keys(subscriptionSchema.shape)])
    expect(words).toContain(extKey);
  const settings = Object.keys(tapOptions.taps.parse(undefined));
  for (const extKey of words)
    if (extKey?.startsWith('taps.') && extKey !== 'taps.schema.json') expect(settings).toContain(extKey.slice(5).split('.')[0]);
});
