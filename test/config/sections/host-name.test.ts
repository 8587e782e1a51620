import { expect, test } from 'vitest';
import { type HostConfigInput, hostSchema } from '#src/config/schema.ts';

const RULE = 'must be a host name or an IP address, without scheme and port';

const errors = (settings: HostConfigInput): string[] =>
  (hostSchema.safeParse(settings).error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);

test.each(['300.1.2.3', '1.2.3.4.5', 'host.256', '0.0.0.0:8000', 'http://0.0.0.0', '[::1]:8000', '::g', 'a b', '*'])(
  'the listeners do not accept %s as their host',
  (host) => {
    expect(errors({ host, admin_host: host })).toEqual([`host: ${RULE}`, `admin_host: ${RULE}`]);
  },
);

test.each(['', '0.0.0.0', '127.1', '::', 'fe80::1%eth0', 'localhost', 'my_host-1.example.', 'bücher.example'])(
  'the listeners accept %j as their host',
  (host) => {
    expect(hostSchema.parse({ host, admin_host: host })).toMatchObject({ host, admin_host: host });
  },
);

test('an IPv6 address in brackets, as the Go variant needs it, is the address without them', () => {
  expect(hostSchema.parse({ host: '[::]', admin_host: '[::1]' })).toMatchObject({ host: '::', admin_host: '::1' });
});

test('hosts of Redis servers have the same rule', () => {
  expect(errors({ cache: { redis: { host: '300.1.2.3' } }, analytics: { redis: { host: 'redis://a' } } })).toEqual([
    `analytics.redis.host: ${RULE}`,
    `cache.redis.host: ${RULE}`,
  ]);
});
