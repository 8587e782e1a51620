/** The country of the caller's network decides whether the GDPR applies to requests without a signal (Java variant). */
import { expect, test } from 'vitest';
import { enrich } from '#src/auction/enrich.ts';
import { privacy } from '#src/auction/privacy.ts';
import type { GeoLookup } from '#src/auction/services.ts';
import type { HostConfigInput } from '#src/config/schema.ts';
import { registerCookieSync } from '#src/http/cookie-sync.ts';
import { makeServer } from '#src/http/server.ts';
import { registerSetuid } from '#src/http/setuid.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { silentLog } from '#src/platform/log.ts';
import { anAuction, validRequest } from '#test/helpers/auction.ts';
import { registryOf, testServices } from '#test/helpers/services.ts';
import { syncBidder } from '#test/helpers/sync.ts';

const GERMAN = '91.1.2.3';
const US = '8.8.8.200';

function servicesOf(variant: 'go' | 'java', default_value: '0' | '1', settings: HostConfigInput = {}) {
  const found: string[] = [];
  const geo: GeoLookup = {
    find(ip) {
      found.push(ip);
      if (ip === '9.9.9.0') throw new Error('no database');
      const country = { '91.1.2.0': 'DEU', '8.8.8.0': 'USA' }[ip];
      return Promise.resolve(country === undefined ? undefined : { country });
    },
  };
  const bidders = registryOf(syncBidder('alpha'));
  return { services: testServices({ settings: { variant, gdpr: { default_value }, ...settings }, bidders, geo }), found };
}

async function statusesOf(variant: 'go' | 'java', default_value: '0' | '1', address: string, body: object = {}, query = '') {
  const { services, found } = servicesOf(variant, default_value);
  const app = makeServer({ ...services, log: silentLog });
  registerCookieSync(app, services);
  registerSetuid(app, services);
  const headers = { 'x-forwarded-for': address };
  const { statusCode: sync } = await app.inject({ method: 'POST', url: '/cookie_sync', headers, payload: JSON.stringify(body) });
  const { statusCode: setuid } = await app.inject({ url: `/setuid?bidder=alpha&uid=1${query}`, headers });
  await app.close();
  return [sync, setuid, found];
}

test('/cookie_sync and /setuid without a signal need consent in the EEA only, whatever the default of the host', async () => {
  expect(await statusesOf('java', '1', US)).toEqual([200, 200, ['8.8.8.0', '8.8.8.0']]);
  expect(await statusesOf('java', '0', GERMAN)).toEqual([400, 400, ['91.1.2.0', '91.1.2.0']]);
});

test('the default of the host decides for callers without a known country', async () => {
  const nets = (network: string) => [network, network];
  expect(await statusesOf('java', '1', '5.5.5.5')).toEqual([400, 400, nets('5.5.5.0')]);
  expect(await statusesOf('java', '0', '2001:1db8::ff00:42:8329')).toEqual([200, 200, nets('2001:1db8::')]);
  expect(await statusesOf('java', '0', '9.9.9.9')).toEqual([200, 200, nets('9.9.9.0')]);
  expect(await statusesOf('java', '0', '10.0.0.1')).toEqual([200, 200, []]);
});

test('a signal decides without a lookup, and the Go variant locates nobody', async () => {
  expect(await statusesOf('java', '0', GERMAN, { gdpr: 0 }, '&gpp_sid=7')).toEqual([200, 200, []]);
  expect(await statusesOf('go', '0', GERMAN)).toEqual([200, 200, []]);
});

async function appliesTo(
  variant: 'go' | 'java',
  device: BidRequest['device'],
  over: Partial<BidRequest> = {},
  settings: HostConfigInput = {},
) {
  const { services, found } = servicesOf(variant, '0', settings);
  const auction = anAuction(services, { ...validRequest(), device, ...over });
  await enrich(auction, services);
  privacy(auction, services);
  return [auction.privacyContext?.gdprApplies, auction.request.device?.geo, found.length];
}

test('an auction without a signal and a country is in scope in the EEA, for accounts without lookups too', async () => {
  expect(await appliesTo('java', { ip: GERMAN })).toEqual([true, undefined, 1]);
  expect(await appliesTo('java', { ip: US })).toEqual([false, undefined, 1]);
  expect(await appliesTo('go', { ip: GERMAN })).toEqual([false, undefined, 0]);
});

test('an auction with a signal or a country, or without the GDPR, is not located', async () => {
  expect(await appliesTo('java', { ip: GERMAN }, { regs: { gdpr: 0 } })).toEqual([false, undefined, 0]);
  expect(await appliesTo('java', { ip: GERMAN, geo: { country: 'USA' } })).toEqual([false, { country: 'USA' }, 0]);
  expect(await appliesTo('java', { ip: US }, { user: { geo: { country: 'DEU' } } })).toEqual([true, undefined, 0]);
  expect(await appliesTo('java', { ip: GERMAN }, {}, { account_defaults: { gdpr: { enabled: false } } })).toEqual([false, undefined, 0]);
});
