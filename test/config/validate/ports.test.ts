import { expect, test } from 'vitest';
import { type HostConfigInput, hostSchema } from '#src/config/schema.ts';
import { portErrors } from '#src/config/validate/ports.ts';

const errors = (settings: HostConfigInput): string[] => portErrors(hostSchema.parse(settings));

test('listeners on the same port and address exclude each other', () => {
  expect(errors({ port: 8000, admin_port: 8000 })).toEqual(['admin_port: 8000 is taken by port']);
  expect(errors({ variant: 'java', port: 8000, admin_port: 8000 })).toEqual(['admin_port: 8000 is taken by server.http.port']);
  expect(errors({ port: 1, admin_port: 2, metrics: { prometheus: { port: 2 } } })).toEqual([
    'metrics.prometheus.port: 2 is taken by admin_port',
  ]);
});

test.each([
  [{ port: 0, admin_port: 0 }],
  [{ host: '192.0.2.1', port: 8000, admin_host: '127.0.0.1', admin_port: 8000 }],
  [{ port: 8000, admin_port: 8000, admin: { enabled: false } }],
  [{ port: 8000, admin_port: 8000, admin_socket: '/run/admin.sock' }],
])('free ports, other addresses and socket files do not: %j', (settings) => {
  expect(errors(settings)).toEqual([]);
});
