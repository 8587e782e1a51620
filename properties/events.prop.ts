import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { eventsHost } from '#test/events/arrange.ts';

const hosts: readonly FastifyInstance[] = (['go', 'java'] as const).map((variant) => eventsHost({ settings: { variant } }).app);

const name = fc.constantFrom('t', 'vtype', 'b', 'a', 'bidder', 'ts', 'f', 'x', 'int', 'aid');
const value = fc.oneof(
  fc.constantFrom('win', 'imp', 'vast', 'start', 'b', 'i', '0', '1', 'on', 'off', 'broken', 'disabled', ''),
  fc.string(),
);
const query = fc.array(fc.tuple(name, value), { maxLength: 12 }).map((pairs) => new URLSearchParams(pairs).toString());

const STATUSES = new Set([200, 204, 400, 401, 500, 503]);

describe('events', () => {
  it('get a valid response for any query', async () => {
    await fc.assert(
      fc.asyncProperty(query, fc.constantFrom(...hosts), async (text, app) => {
        const { statusCode, body } = await app.inject({ url: `/event?${text}` });
        expect(STATUSES.has(statusCode)).toBe(true);
        // An unreadable account is the host's own error, and the only one.
        if (statusCode === 500) expect([text.includes('broken'), body.length > 0]).toEqual([true, true]);
      }),
    );
  });
});

const put = fc.record(
  {
    type: fc.oneof(fc.constantFrom('xml', 'json'), fc.jsonValue()),
    value: fc.oneof(fc.constantFrom('<VAST><Ad><InLine><Impression/></InLine></Ad></VAST>', '<vast'), fc.string(), fc.jsonValue()),
    bidid: fc.oneof(fc.constant('bid'), fc.jsonValue()),
    bidder: fc.oneof(fc.constantFrom('yes', 'no', 'unknown'), fc.jsonValue()),
    timestamp: fc.oneof(fc.integer(), fc.jsonValue()),
    ttlseconds: fc.oneof(fc.integer(), fc.jsonValue()),
    key: fc.jsonValue(),
  },
  { requiredKeys: [] },
);
const body = fc.oneof(
  fc.array(put, { maxLength: 4 }).map((puts) => JSON.stringify({ puts })),
  fc.json(),
  fc.string(),
);

describe('puts to /vtrack', () => {
  it('are stored with one id each, or rejected, whatever their form', async () => {
    await fc.assert(
      fc.asyncProperty(body, query, fc.constantFrom(...hosts), async (payload, text, app) => {
        const response = await app.inject({ method: 'POST', url: `/vtrack?a=on&${text}`, payload });
        expect(response.statusCode === 200 || response.statusCode === 400).toBe(true);
        if (response.statusCode !== 200) return;
        const { puts = [] } = (JSON.parse(payload) ?? {}) as { puts?: unknown[] };
        expect((response.json() as { responses: unknown[] }).responses).toHaveLength(puts.length);
      }),
    );
  });
});
