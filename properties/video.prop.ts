import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { slotCount, slotsOf } from '#src/auction/endpoints/video/imps.ts';
import { keyValue } from '#src/auction/endpoints/video/pods.ts';
import type { TypedBid } from '#src/bidders/bidder.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { closeEndpoints, endpoints } from '#test/helpers/endpoints.ts';
import { json, jsonObject } from './arbitraries/json.ts';
import { runs } from './runs.ts';

afterAll(closeEndpoints);

const videoBids = ({ imp }: BidRequest): TypedBid[] =>
  imp.map(({ id }, i) => ({
    bid: { id: `bid-${id}`, impid: id, price: 1 + i, crid: 'c', adm: '<VAST/>' },
    type: 'video',
    video: { duration: 5, primary_category: id },
  }));

const hosts = (['go', 'java'] as const).map((variant) =>
  endpoints({
    bids: videoBids,
    stored: { imp: { config: '{"ext":{"alpha":{}}}', odd: '{"ext":7}', broken: '[' } },
    settings: { variant, gdpr: { enabled: false, default_value: '0' }, video: { max_imps: 40 } },
  }),
);

const pod = fc.record(
  {
    podid: fc.integer({ min: -1, max: 4 }),
    adpoddurationsec: fc.oneof(fc.integer({ min: -10, max: 200 }), fc.constantFrom(2 ** 31, 2 ** 53)),
    configid: fc.constantFrom('config', 'odd', 'broken', 'nowhere', ''),
  },
  { requiredKeys: ['podid'] },
);
const request = fc.record(
  {
    podconfig: fc.record({
      durationrangesec: fc.array(fc.integer({ min: -1, max: 60 }), { maxLength: 4 }),
      requireexactduration: fc.boolean(),
      pods: fc.array(pod, { maxLength: 4 }),
    }),
    site: fc.constant({ page: 'https://page.example/' }),
    video: fc.record({
      mimes: fc.array(fc.constantFrom('', 'video/mp4'), { maxLength: 2 }),
      protocols: fc.array(fc.integer(), { maxLength: 2 }),
    }),
    includebrandcategory: fc.record({ primaryadserver: fc.integer({ min: 0, max: 3 }), publisher: fc.constantFrom('', 'p') }),
    pricegranularity: fc.oneof(fc.constantFrom('low', 'odd'), jsonObject),
    tmax: fc.integer({ min: -5, max: 1000 }),
    appendbiddernames: fc.boolean(),
  },
  { requiredKeys: ['podconfig', 'site', 'video'] },
);

async function isProper(body: unknown, query = ''): Promise<void> {
  for (const { post } of hosts) {
    const { status, json: response, body: text } = await post(`/openrtb2/video${query}`, body);
    expect([200, 400]).toContain(status);
    if (status === 400) expect(text).not.toBe('');
    else expect(Array.isArray(response()['adPods'])).toBe(true);
  }
}

const lengths = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 5 });
const seconds = fc.integer({ min: 1, max: 600 });

describe('video pods', () => {
  test('get a valid response for any request', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(json, fc.string()), fc.constantFrom('', '?debug=true', '?%'), (body, query) =>
        isProper(typeof body === 'string' ? body : JSON.stringify(body), query),
      ),
      runs(60),
    );
  });

  test('get a valid response for any valid settings', async () => {
    await fc.assert(
      fc.asyncProperty(request, jsonObject, (body, over) => isProper({ ...body, ...over })),
      runs(80),
    );
  });

  test('leave less time uncovered than the shortest ad', () => {
    fc.assert(
      fc.property(seconds, lengths, fc.boolean(), (time, durations, isExact) => {
        const slots = slotsOf(1, time, { durations, isExact, fillsShortPods: false });
        const [shortest, longest] = [Math.min(...durations), Math.max(...durations)];
        expect(slots.length * shortest).toBeGreaterThan(time - shortest);
        for (const { minduration = shortest, maxduration } of slots) {
          expect(durations).toContain(maxduration);
          expect(minduration).toBe(isExact ? maxduration : shortest);
          if (!isExact) expect(maxduration).toBe(longest);
        }
      }),
      runs(200),
    );
  });

  test('with exact durations have each of them at least once, in the given order', () => {
    fc.assert(
      fc.property(seconds, lengths, (time, durations) => {
        const made = slotsOf(1, time, { durations, isExact: true, fillsShortPods: false }).map(({ maxduration }) => maxduration);
        const runs = durations.flatMap((length, i) => (i > 0 && durations[i - 1] === length ? [] : [length]));
        expect(made.filter((length, i) => i === 0 || made[i - 1] !== length)).toEqual(runs);
      }),
      runs(200),
    );
  });

  test('number their slots without gaps, as many as counted', () => {
    fc.assert(
      fc.property(seconds, lengths, fc.boolean(), fc.boolean(), (time, durations, isExact, fillsShortPods) => {
        const rules = { durations, isExact, fillsShortPods };
        const ids = slotsOf(3, time, rules).map(({ id }) => id);
        expect(ids).toEqual(Array.from({ length: slotCount(time, rules) }, (_, i) => `3_${i}`));
      }),
      runs(100),
    );
  });

  test('have readable key values at any key length', () => {
    const name = fc.stringMatching(/^[a-z]{1,12}$/);
    fc.assert(
      fc.property(name, name, fc.integer({ min: 8, max: 40 }), fc.string({ minLength: 1 }), (prefix, seat, length, text) => {
        const key = `${prefix}_uuid_${seat}`.slice(0, Math.max(length, prefix.length + 2));
        expect(keyValue({ [key]: text }, `_uuid_${seat}`)).toBe(text);
      }),
      runs(100),
    );
  });
});
