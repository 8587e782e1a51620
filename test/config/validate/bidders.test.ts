import { expect, test } from 'vitest';
import { readCatalogue } from '#src/bidders/catalogue.ts';
import { type HostConfigInput, hostSchema } from '#src/config/schema.ts';
import { bidderErrors } from '#src/config/validate/bidders.ts';

const errors = (adapters: HostConfigInput['adapters']): string[] => bidderErrors(hostSchema.parse({ adapters }));

test('the endpoint of a bidder is an HTTP address, with or without macros', () => {
  const usable = ['https://{{.Host}}/x?zone={{.ZoneID}}', '{{.Host}}/x', 'http://{{Host}}:{{Port}}/x', 'http://h:{Port}', ''];
  expect(errors(Object.fromEntries(usable.map((endpoint, i) => [`b${i}`, { endpoint }])))).toEqual([]);
  expect(errors({ a: { endpoint: 'partner.example/bid' }, b: { endpoint: 'ftp://partner.example' } })).toEqual([
    'adapters.a.endpoint: is no address: partner.example/bid',
    'adapters.b.endpoint: is no address: ftp://partner.example',
  ]);
});

test('the endpoint of a disabled bidder may be a placeholder', () => {
  expect(errors({ a: { endpoint: 'TODO', disabled: true }, b: { endpoint: 'TODO', enabled: false } })).toEqual([]);
});

test('the endpoints of all bidders are addresses', () => {
  const own = readCatalogue().flatMap(({ code, info }) => (info.endpoint ? [[code, { endpoint: info.endpoint }]] : []));
  expect(errors(Object.fromEntries(own) as HostConfigInput['adapters'])).toEqual([]);
});
