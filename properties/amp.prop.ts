import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { readConsent, writeConsent } from '#src/auction/endpoints/amp/consent.ts';
import { requestedFormats } from '#src/auction/endpoints/amp/sizes.ts';
import type { TypedBid } from '#src/bidders/bidder.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { closeEndpoints, endpoints } from '#test/helpers/endpoints.ts';
import { jsonObject } from './arbitraries/json.ts';
import { unicodeString } from './arbitraries/unicode-string.ts';
import { runs } from './runs.ts';

afterAll(closeEndpoints);

const PARAMS = [
  ...['tag_id', 'account', 'curl', 'slot', 'w', 'h', 'ow', 'oh', 'ms', 'consent_string', 'gdpr_consent', 'consent_type', 'gdpr_applies'],
  ...['addtl_consent', 'timeout', 'targeting', 'debug', 'trace', '__amp_source_origin', 'gpp_sid', 'anything'],
];

const value = fc.oneof(
  fc.constantFrom(
    '',
    '1',
    '0',
    '-1',
    '300',
    'true',
    'tag',
    'TIMEOUT',
    '300x250',
    '300x250, 1x1',
    '1YNN',
    '1~1.2',
    '{"a":"b"}',
    '{"ext":{}}',
  ),
  fc.constantFrom(
    'https://page.example:80/x?y',
    'http://%',
    'a\r\nX: 1',
    '\u0000',
    '💥',
    '__proto__',
    'CPdECS0PdECS0ACABBENAzCv_____3___wAAAQNd_X9cAAAAAAAA',
  ),
  unicodeString({ maxLength: 12 }),
);

const query = fc
  .array(fc.tuple(fc.constantFrom(...PARAMS), value), { maxLength: 8 })
  .map((pairs) => new URLSearchParams([['tag_id', 'tag'], ...pairs]).toString());

/** Bytes that no client library would produce, but a socket can carry. */
const rawQuery = fc.stringMatching(/^[!-~]{0,40}$/).map((text) => text.replaceAll('#', ''));

const aBid = ({ imp }: BidRequest): TypedBid[] =>
  imp.map(({ id }) => ({ bid: { id: 'b', impid: id, price: 1, crid: 'c', adm: 'x', w: 1, h: 1 }, type: 'banner' }));

const stored = JSON.stringify({
  id: 'stored',
  imp: [{ id: 'imp', banner: { format: [{ w: 300, h: 250 }] }, ext: { alpha: {} } }],
  site: { page: 'https://publisher.example/' },
});
const hosts = (['go', 'java'] as const).map((variant) =>
  endpoints({ bids: aBid, stored: { amp: { tag: stored } }, settings: { variant, gdpr: { enabled: false, default_value: '0' } } }),
);

async function isProper(path: string): Promise<void> {
  for (const { get } of hosts) {
    const { status, json, body, headers } = await get(path);
    expect([200, 400]).toContain(status);
    expect(headers['access-control-expose-headers']).toBe('AMP-Access-Control-Allow-Source-Origin');
    if (status === 400) expect(body).toMatch(/^Invalid request/);
    else for (const key of Object.values(json()['targeting'] as object)) expect(typeof key).toBe('string');
  }
}

describe('AMP', () => {
  test('returns a valid response for any query', async () => {
    await fc.assert(
      fc.asyncProperty(query, (text) => isProper(`/openrtb2/amp?${text}`)),
      runs(80),
    );
  });

  test('returns a valid response for any bytes as query', async () => {
    await fc.assert(
      fc.asyncProperty(rawQuery, (text) => isProper(`/openrtb2/amp?${text}`)),
      runs(60),
    );
  });

  test('returns a valid response for any stored data', async () => {
    await fc.assert(
      fc.asyncProperty(jsonObject, jsonObject, query, async (over, imp, text) => {
        const request = JSON.stringify({
          ...(JSON.parse(stored) as object),
          imp: [{ id: 'imp', banner: { w: 1, h: 1 }, ...imp }],
          ...over,
        });
        for (const variant of ['go', 'java'] as const) {
          const host = endpoints({ bids: aBid, stored: { amp: { tag: request } }, settings: { variant, gdpr: { enabled: false } } });
          expect([200, 400]).toContain((await host.get(`/openrtb2/amp?${text}`)).status);
        }
      }),
      runs(40),
    );
  });

  test('requests complete sizes only, without repeating w and h', () => {
    const side = fc.integer({ min: 0, max: 3 });
    const size = fc.record({
      width: side,
      height: side,
      overrideWidth: side,
      overrideHeight: side,
      multisize: fc.array(fc.record({ w: fc.integer({ min: 1, max: 3 }), h: fc.integer({ min: 1, max: 3 }) }), { maxLength: 4 }),
    });
    fc.assert(
      fc.property(size, (given) => {
        const names = requestedFormats(given).map(({ w, h }) => `${w}x${h}`);
        expect(names.join()).not.toMatch(/\b0/);
        if (given.width && given.height) expect(new Set(names).size).toBe(names.length);
      }),
      runs(200),
    );
  });

  test('never writes a consent it warns about, except a US one whose GDPR flag it ignores', () => {
    fc.assert(
      fc.property(
        value,
        fc.integer({ min: 0, max: 5 }),
        fc.option(fc.boolean(), { nil: undefined }),
        fc.boolean(),
        (consent, type, applies, on) => {
          const read = readConsent({ consent, consentType: type, gdprApplies: applies }, on);
          const request: Pick<BidRequest, 'regs' | 'user'> = {};
          writeConsent(request, read);
          const written = [request.user?.consent, request.regs?.us_privacy, request.regs?.gpp].filter((text) => text !== undefined);
          expect(written.every((text) => text === consent)).toBe(true);
          if (read.warning !== undefined && !read.warning.startsWith('AMP request gdpr_applies')) expect(written).toEqual([]);
        },
      ),
      runs(200),
    );
  });
});
