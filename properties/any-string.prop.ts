import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { registerCookieSync } from '#src/http/cookie-sync.ts';
import { makeServer } from '#src/http/server.ts';
import { registerSetuid } from '#src/http/setuid.ts';
import { encodeComponent, percentEncode, queryEscape } from '#src/lang/percent.ts';
import { silentLog } from '#src/platform/log.ts';
import { categoryUrl, storeUrl } from '#src/stores/http.ts';
import { fillMacros } from '#src/vast/macros.ts';
import { eventsHost } from '#test/events/arrange.ts';
import { registryOf, testServices } from '#test/helpers/services.ts';
import { syncBidder } from '#test/helpers/sync.ts';
import { failures, run } from './arbitraries/corrupt-auction.ts';
import { fullRequest, fullResponse } from './arbitraries/full.ts';
import { unicodeString } from './arbitraries/unicode-string.ts';

const LONE = ['\ud800', '\udc00x', 'a\udfff', '\r\nX: y', '\u0000', '\u2028', '%', '%zz', '##', '{{.X}}', '\ufeff', 'ä€😀'];
/** Any sequence of UTF-16 units, well-formed or not, with a bias to those that break encoders. */
const anyString = fc.oneof(
  fc.constantFrom(...LONE),
  unicodeString({ maxLength: 40 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 }).map((units) => String.fromCharCode(...units)),
);
const variants = ['go', 'java'] as const;
/** JSON as another program may write it: lone surrogates are escaped. */
const json = (value: unknown): string => JSON.stringify(value);

describe('encoders of text in addresses', () => {
  test.each([encodeComponent, percentEncode, queryEscape])(
    '%o write any text as ASCII that decodes to its well-formed equivalent',
    (encode) => {
      fc.assert(
        fc.property(anyString, (text) => {
          const made = encode(text);
          expect(made).toMatch(/^[\x21-\x7e]*$/);
          expect(decodeURIComponent(made.replaceAll('+', '%20'))).toBe(text.toWellFormed());
        }),
      );
    },
  );

  test('macros and addresses of stores accept any text', () => {
    fc.assert(
      fc.property(anyString, (text) => {
        for (const made of [
          fillMacros('https://t.example/?b=##PBS-BIDID##', { 'PBS-BIDID': text }),
          storeUrl('https://s.example/', 'id', [text], true),
          storeUrl('https://s.example/', 'id', [text], false),
          categoryUrl('https://s.example/', text, text),
        ]) {
          expect(URL.canParse(made)).toBe(true);
          expect(made).toMatch(/^[\x21-\x7e]*$/);
        }
      }),
    );
  });
});

describe.each(variants)('variant %s', (variant) => {
  test('any text in any field of a request ends in a response', () => {
    expect(
      failures(
        variant,
        fullRequest,
        (i) => [LONE[i % 3], LONE[i % LONE.length]],
        (corrupt) => run(variant, corrupt, fullResponse),
      ),
    ).toEqual([]);
  });

  test('any text in any field of a bidder response ends in a response', () => {
    expect(
      failures(
        variant,
        fullResponse,
        (i) => [LONE[i % 3], LONE[i % LONE.length]],
        (corrupt) => run(variant, fullRequest, corrupt),
      ),
    ).toEqual([]);
  });

  test('a bid with an id of half a character costs no other bid', () => {
    const [seat] = fullResponse.seatbid;
    const [bid, ...others] = seat?.bid ?? [];
    const response = { ...fullResponse, seatbid: [{ ...seat, bid: [{ ...bid, id: '\ud800' }, ...others] }] };
    const idsOf = (body: string | undefined): number => (body?.match(/"impid":/g) ?? []).length;
    const [good, corrupt] = [run(variant, fullRequest, fullResponse), run(variant, fullRequest, response)];
    expect(corrupt.errors).toEqual([]);
    expect(idsOf(corrupt.auction.clientResponse?.body)).toBe(idsOf(good.auction.clientResponse?.body));
  });

  test('/vtrack stores the VAST of puts with any bid, bidder and key', async () => {
    const { app } = eventsHost({ settings: { variant } });
    await fc.assert(
      fc.asyncProperty(anyString, anyString, anyString, async (bidid, bidder, key) => {
        const put = { type: 'xml', value: '<VAST><Ad><InLine><Impression>x</Impression></InLine></Ad></VAST>', bidid, bidder, key };
        const { statusCode } = await app.inject({ method: 'POST', url: '/vtrack?a=on', payload: json({ puts: [put] }) });
        expect(statusCode).toBe(bidid === '' || bidder === '' ? 400 : 200);
      }),
    );
  });

  test('/event responds to any parameters', async () => {
    const { app } = eventsHost({ settings: { variant } });
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.constantFrom('t', 'b', 'a', 'bidder', 'ts', 'f', 'int', 'x', 'vtype'), anyString),
        async (fields) => {
          const { statusCode } = await app.inject({
            method: 'GET',
            url: `/event?${new URLSearchParams({ t: 'win', b: 'b', a: 'on', ...fields })}`,
          });
          expect([200, 204, 400, 401]).toContain(statusCode);
        },
      ),
    );
  });

  test('/cookie_sync and /setuid respond to any text', async () => {
    const services = testServices({
      settings: { variant, gdpr: { default_value: '0' } },
      bidders: registryOf(syncBidder('alpha')),
    });
    const app = makeServer({ ...services, log: silentLog });
    registerCookieSync(app, services);
    registerSetuid(app, services);
    const fields = fc.dictionary(
      fc.constantFrom('bidder', 'uid', 'f', 'gdpr', 'gdpr_consent', 'gpp', 'gpp_sid', 'us_privacy', 'account'),
      anyString,
    );
    await fc.assert(
      fc.asyncProperty(fields, fc.array(anyString, { maxLength: 3 }), async (over, bidders) => {
        const body = { bidders: ['alpha', ...bidders], ...over, gdpr: 0 };
        const synced = await app.inject({
          method: 'POST',
          url: '/cookie_sync',
          payload: json(body),
          headers: { cookie: `uids=${bidders.map(encodeComponent).join('')}` },
        });
        const stored = await app.inject({ method: 'GET', url: `/setuid?${new URLSearchParams({ bidder: 'alpha', uid: 'u', ...over })}` });
        for (const { statusCode } of [synced, stored]) expect([200, 400, 401, 451]).toContain(statusCode);
      }),
    );
  });
});
