/** Responses repeat input within bounds: a caller cannot make a host send many times what it received. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Auction } from '#src/auction/auction.ts';
import { registerCookieSync } from '#src/http/cookie-sync.ts';
import { registerInfo } from '#src/http/info.ts';
import { makeServer } from '#src/http/server.ts';
import { registerSetuid } from '#src/http/setuid.ts';
import { bounded, MAX_BODY, MAX_MESSAGE } from '#src/lang/bounded.ts';
import { eventsHost } from '#test/events/arrange.ts';
import { registryOf, testServices } from '#test/helpers/services.ts';
import { syncBidder } from '#test/helpers/sync.ts';
import { run } from './arbitraries/corrupt-auction.ts';
import { fullRequest, fullResponse } from './arbitraries/full.ts';
import { type Path, pathsOf, withValueAt } from './arbitraries/request.ts';
import { unicodeString } from './arbitraries/unicode-string.ts';
import { runs } from './runs.ts';

const LONG = 'long'.repeat(4000);
/** Repetitions of a value in a response without debug output: in it, and in targeting, event addresses and macros of a bid. */
const MAX_REPEATED = 4;
const MAX_REPEATED_PER_BID = 4;
const BASE = 20_000;
const bidsOf = (body: string): number => body.split('"impid":').length - 1;

const { ext, test: _, ...rest } = fullRequest as { readonly [name: string]: unknown };
const { debug: _debug, ...srv } = (ext as { readonly srv: { readonly [name: string]: unknown } }).srv;
const withoutDebug = { ...rest, ext: { ...(ext as object), srv } };

const messagesOf = ({ clientResponse }: Auction): string[] => {
  if (clientResponse?.status !== 200) return [];
  const { ext: made } = JSON.parse(clientResponse.body) as { ext?: { [name: string]: { [bidder: string]: { message: string }[] } } };
  return [made?.['errors'], made?.['warnings']].flatMap((all) => Object.values(all ?? {}).flat()).map(({ message }) => message);
};

/** The fields that break a bound. */
function unbounded(variant: 'go' | 'java', full: object, auctionOf: (changed: unknown) => Auction): string[] {
  return (pathsOf(full) as Path[]).flatMap((path, i) => {
    // Half of the fields per variant.
    if (i % 2 === (variant === 'go' ? 0 : 1)) return [];
    const changed = withValueAt(full, path, LONG);
    const auction = auctionOf(changed);
    const body = auction.clientResponse?.body ?? '';
    const isLong = messagesOf(auction).some((message) => message.length > MAX_MESSAGE + 1);
    const isLarge = body.length > BASE + LONG.length * (MAX_REPEATED + MAX_REPEATED_PER_BID * bidsOf(body));
    const isLongRejection = auction.clientResponse?.status !== 200 && body.length > MAX_BODY + 1;
    return isLong || isLarge || isLongRejection ? [`${path.join('.')}: ${auction.clientResponse?.status} ${body.length}`] : [];
  });
}

test('a bounded text is a well-formed start of the text', () => {
  fc.assert(
    fc.property(unicodeString(), fc.nat(20), (text, max) => {
      const made = bounded(text, max);
      expect(made.length).toBeLessThanOrEqual(Math.max(max + 1, 0));
      expect(text.length <= max ? made === text : made.endsWith('…') && text.startsWith(made.slice(0, -1))).toBe(true);
      expect(made.isWellFormed()).toBe(text.isWellFormed());
    }),
  );
});

describe.each(['go', 'java'] as const)('variant %s', (variant) => {
  test('long text in any field of a request is repeated within bounds', () => {
    expect(unbounded(variant, withoutDebug, (changed) => run(variant, changed, fullResponse).auction)).toEqual([]);
  });

  test('long text in any field of a bidder response is repeated within bounds', () => {
    expect(unbounded(variant, fullResponse, (changed) => run(variant, withoutDebug, changed).auction)).toEqual([]);
  });

  test('many errors are reported within bounds', () => {
    const imp = { id: 'i', banner: { format: [{ w: 1, h: 1 }] }, ext: { srv: { bidder: { alpha: {} } } } };
    const names = Array.from({ length: 3000 }, (_, i) => [`unknown${i}`, {}]);
    const many = { ...imp, ext: { srv: { bidder: { alpha: {}, ...Object.fromEntries(names) } } } };
    const request = { id: 'r', site: { page: 'https://p.example/' }, imp: [many] };
    const { clientResponse } = run(variant, request, fullResponse).auction;
    expect(clientResponse?.body.length).toBeLessThan(JSON.stringify(request).length * MAX_REPEATED);
  });

  test('error pages of every endpoint are bounded whatever the caller sends', async () => {
    const services = testServices({ settings: { variant, gdpr: { default_value: '0' } }, bidders: registryOf(syncBidder('alpha')) });
    const app = makeServer(services);
    registerCookieSync(app, services);
    registerSetuid(app, services);
    registerInfo(app, services);
    const { app: events } = eventsHost({ settings: { variant } });
    /** What surrounds the long text: names, so that a failure does not print it. */
    const prefix = fc.constantFrom('', '%zz', '"', '<', '{', '\ud83d');
    const field = fc.constantFrom('bidder', 'bidders', 'uid', 'f', 'gdpr', 'gdpr_consent', 'gpp_sid', 'us_privacy', 'account', 'a', 'type');
    await fc.assert(
      fc.asyncProperty(field, prefix, async (name, before) => {
        const value = before + LONG;
        const query = new URLSearchParams({ t: 'win', b: 'b', a: 'off', uuid: '1', bidder: 'alpha', [name]: value }).toString();
        const puts = [{ type: 'xml', value: '<VAST/>', bidid: 'b', bidder: 'yes', [name]: [value] }];
        const responses = [
          await app.inject({ method: 'GET', url: `/${LONG}` }),
          await app.inject({ method: 'GET', url: `/%zz${'x'.repeat(value.length)}` }),
          await app.inject({ method: 'GET', url: `/info/bidders/${LONG.slice(0, 150)}?${query}` }),
          await app.inject({ method: 'GET', url: `/setuid?${query}` }),
          await app.inject({ method: 'POST', url: '/cookie_sync', payload: JSON.stringify({ [name]: value }) }),
          await app.inject({ method: 'POST', url: '/cookie_sync', payload: value }),
          await events.inject({ method: 'GET', url: `/event?${query}` }),
          await events.inject({ method: 'GET', url: `/vtrack?${query}` }),
          await events.inject({ method: 'POST', url: `/vtrack?${query}`, payload: JSON.stringify({ puts }) }),
          await events.inject({ method: 'POST', url: '/vtrack?a=on', payload: JSON.stringify({ puts: [{ ...puts[0], value: [value] }] }) }),
        ];
        const large = responses.filter(({ statusCode, body }) => statusCode >= 400 && body.length > MAX_BODY + 1);
        expect(large.map(({ statusCode, body }) => `${statusCode} ${body.slice(0, 80)}`)).toEqual([]);
      }),
      runs(30),
    );
  });
});
