import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import avro from 'avsc';
import { describe, expect, test } from 'vitest';
import type { Report } from '#src/analytics/module.ts';
import { plainJson } from '#src/analytics/plain-names.ts';
import { endedAuction } from '#test/helpers/analytics.ts';
import { auctionReport, cookieSyncReport, setuidReport } from '#test/helpers/reports.ts';
import { testServices } from '#test/helpers/services.ts';

const published = (name: string): object => JSON.parse(readFileSync(join(import.meta.dirname, '../../docs', name), 'utf8')) as object;

const services = testServices();
const reports: readonly Report[] = [auctionReport(endedAuction(services), services, { name: 'm' }), setuidReport('x'), cookieSyncReport()];
const events = reports.map((report) => JSON.parse(plainJson(report, 'srv')) as Record<string, unknown>);

const AVRO = published('analytics.avsc') as avro.Schema & { readonly fields: readonly { readonly name: string }[] };

/** An event as the Avro schema has it: objects and arrays as strings of JSON, absent fields null. */
const toAvro = (event: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    AVRO.fields.map(({ name }) => {
      const value = event[name] ?? null;
      return [name, typeof value === 'object' && value !== null ? JSON.stringify(value) : value];
    }),
  );

describe('the schemas of analytics events', () => {
  test('describe every field of events', () => {
    const { properties } = published('analytics.schema.json') as { readonly properties: object };
    expect(events.flatMap((event) => Object.keys(event)).filter((name) => !(name in properties))).toEqual([]);
  });

  test('accept events as JSON', () => {
    const validate = new Ajv2020({ allowUnionTypes: true }).compile(published('analytics.schema.json'));
    for (const event of events) expect([validate(event), validate.errors]).toEqual([true, null]);
    expect(validate({ ...events[0], id: undefined, v: 2 })).toBe(false);
  });

  test('encode and decode events as Avro', () => {
    const type = avro.Type.forSchema(AVRO);
    for (const event of events) expect({ ...(type.fromBuffer(type.toBuffer(toAvro(event))) as object) }).toEqual(toAvro(event));
  });
});
