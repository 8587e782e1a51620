import { expect, test } from 'vitest';
import { callHeaders, sentBody, sharedHeaders } from '#src/auction/collect/exchange.ts';
import { anAuction, incoming, validRequest } from '#test/helpers/auction.ts';
import { testServices } from '#test/helpers/services.ts';

const services = testServices();
const request = validRequest();
const call = {
  method: 'POST' as const,
  uri: 'http://bidder.example',
  headers: { 'User-Agent': 'Zoë\r\nX-Evil: 1 \u{1F600}' },
  body: request,
  impIds: [],
};

test('headers of a call cannot be broken by device data', () => {
  const auction = anAuction(services, request, { incoming: incoming({ headers: { 'sec-gpc': '1' } }) });
  expect(callHeaders(call, sharedHeaders(auction, services))).toEqual({
    'User-Agent': 'Zoë??X-Evil: 1 \u{1F600}',
    'X-Prebid': 'auctor/test',
    'Sec-GPC': '1',
  });
});

test('browser headers are forwarded by hosts of the Java variant, unless the adapter sets them', () => {
  const headers = {
    'sec-gpc': '0',
    'sec-ch-ua': '"Browser";v="1"',
    'sec-ch-ua-mobile': '?0',
    'save-data': 'on',
    referer: 'https://p.example',
  };
  const auction = anAuction(services, request, { incoming: incoming({ headers }) });
  const speaking = { ...call, headers: { 'save-DATA': 'off' } };
  expect(callHeaders(speaking, sharedHeaders(auction, testServices({ settings: { variant: 'java' } })))).toEqual({
    'save-DATA': 'off',
    'Sec-GPC': '0',
    'Sec-CH-UA': '"Browser";v="1"',
    'Sec-CH-UA-Mobile': '?0',
    'X-Prebid': 'auctor/test',
  });
  expect(callHeaders(speaking, sharedHeaders(auction, services))).toEqual({ 'save-DATA': 'off', 'X-Prebid': 'auctor/test' });
});

test("bidders see the caller's extension key unless the host configures one", () => {
  const text = (extKey: 'srv' | 'prebid', rule: 'follow' | 'srv' | 'prebid'): string =>
    sentBody(call, anAuction(services, request, { extKey }), testServices({ settings: { wire: { bidder_extension: rule } } })) ?? '';
  expect(text('srv', 'follow')).toContain('"ext":{"srv"');
  expect(text('prebid', 'follow')).toContain('"ext":{"prebid"');
  expect(text('prebid', 'srv')).toContain('"ext":{"srv"');
  expect(text('srv', 'prebid')).toContain('"ext":{"prebid"');
});
