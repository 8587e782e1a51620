import { expect, test } from 'vitest';
import { clientAddressOf } from '#src/http/client-address.ts';

const PROXIES = ['10.0.0.0/8', 'fc00::/7', '198.51.100.7'];
const addressOf = clientAddressOf(PROXIES);
const from = (remoteAddress: string | undefined, headers: Record<string, string> = {}): string =>
  addressOf({ headers, raw: { socket: { remoteAddress } } } as never);

test.each([
  ['8.8.8.8', '1.2.3.4', '8.8.8.8', 'a caller that writes the header itself is counted by its own address'],
  ['::ffff:8.8.8.8', '', '8.8.8.8', 'a caller has one address on listeners of both versions'],
  ['10.0.0.1', '1.2.3.4', '1.2.3.4', 'a proxy names the client'],
  ['198.51.100.7', '1.2.3.4', '1.2.3.4', 'a single address may be a proxy'],
  ['::ffff:10.0.0.1', '1.2.3.4', '1.2.3.4', 'a proxy may be written as IPv6'],
  ['fd00::1', '2600::5', '2600::5', 'proxies and clients may have IPv6 addresses'],
  ['10.0.0.1', '6.6.6.6, 1.2.3.4, 10.0.0.9', '1.2.3.4', 'what a client wrote before the proxies is not believed'],
  ['10.0.0.1', '1.2.3.4:51234, [fd00::2]:443', '1.2.3.4', 'addresses may have ports'],
  ['10.0.0.1', 'garbage', '10.0.0.1', 'a header without an address is ignored'],
  ['10.0.0.1', '', '10.0.0.1', 'without the header the address is the proxy'],
  [undefined, '1.2.3.4', '1.2.3.4', 'a connection over a socket file comes from a proxy'],
])('from %s with %j is %s: %s', (peer, forwarded, expected, _rule) => {
  expect(from(peer, { 'x-forwarded-for': forwarded })).toBe(expected);
});

test('a proxy may name the client in another header', () => {
  expect(from('10.0.0.1', { 'x-real-ip': '1.2.3.4' })).toBe('1.2.3.4');
});
