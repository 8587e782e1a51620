import { expect, test } from 'vitest';
import { isAddress } from '#src/bidders/endpoint-address.ts';

test.each([
  'https://partner.example/bid?zone={{.ZoneID}}',
  'https://{{.Host}}/bid',
  '{{.Host}}/bid',
  'http://{Host}:{Port}/bid',
  'http://partner.example:{{.Port}}',
])('%s is an address once its macros have values', (endpoint) => expect(isAddress(endpoint)).toBe(true));

test.each(['partner.example/bid', 'ftp://partner.example', 'TODO', 'http://'])('%s is none', (endpoint) =>
  expect(isAddress(endpoint)).toBe(false),
);
