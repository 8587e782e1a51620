import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import avro from 'avsc';
import { describe, expect, test } from 'vitest';
import { AuctionReport } from '#src/analytics/auction-report.ts';
import { toAvro } from '#src/analytics/event-schema.ts';
import { maskedCopy } from '#src/analytics/masked-copy.ts';
import type { Report } from '#src/analytics/module.ts';
import { plainJson } from '#src/analytics/plain-names.ts';
import { endedAuction } from '#test/helpers/analytics.ts';
import { testServices } from '#test/helpers/services.ts';

const published = (name: string): object => JSON.parse(readFileSync(join(import.meta.dirname, '../../docs', name), 'utf8')) as object;

const services = testServices();
const ended = endedAuction(services);
const copy = maskedCopy(ended, { name: 'm', hasLegalBasis: false }, services);
const reports: readonly Report[] = [
  new AuctionReport(ended, copy, 1, 2, 'a'),
  {
    id: 'b',
    kind: 'setuid',
    at: 1,
    accountId: 'x',
    event: { type: 'setuid', status: 200, bidder: 'x', uid: 'u', errors: [], success: true },
  },
  { id: 'c', kind: 'cookie_sync', at: 1, accountId: 'x', event: { type: 'cookie_sync', status: 200, errors: [], bidderStatus: [] } },
];
const events = reports.map((report) => JSON.parse(plainJson(report, 'srv')) as Record<string, unknown>);

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
    const type = avro.Type.forSchema(published('analytics.avsc') as avro.Schema);
    for (const event of events) expect({ ...(type.fromBuffer(type.toBuffer(toAvro(event))) as object) }).toEqual(toAvro(event));
  });
});
