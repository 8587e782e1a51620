import { expect, test } from 'vitest';
import { type HostConfigInput, hostSchema } from '#src/config/schema.ts';
import { adminErrors } from '#src/config/validate/admin.ts';

const errors = (settings: HostConfigInput): string[] => adminErrors(hostSchema.parse(settings));
const everywhere: HostConfigInput = {
  admin_host: '0.0.0.0',
  admin_endpoints: {
    version: { on_application_port: true },
    tracelog: { on_application_port: true, protected: false },
    currency_rates: { on_application_port: true, enabled: false },
  },
  stored_requests: { cache_events: { enabled: true, on_application_port: true, protected: true } },
  accounts: { cache_events: { enabled: true, on_application_port: true } },
};

test('protected endpoints require credentials', () => {
  expect(errors({})).toEqual([]);
  expect(errors(everywhere)).toEqual([
    'admin_endpoints.credentials: are required, or admin_token, because admin_host is not a loopback address',
    'admin_endpoints.credentials: are required, or admin_token, because admin_endpoints.version is protected on the public listener',
    'admin_endpoints.credentials: are required, or admin_token, because stored_requests.cache_events is protected on the public listener',
  ]);
  expect(errors({ ...everywhere, admin_token: 'secret' })).toEqual([]);
  expect(errors({ ...everywhere, admin_endpoints: { credentials: { me: 'secret' } } })).toEqual([]);
});

test('the address of an admin listener that is not open requires none', () => {
  expect(errors({ admin_host: '0.0.0.0', admin_socket: '/run/admin.sock' })).toEqual([]);
  expect(errors({ admin_host: '0.0.0.0', admin: { enabled: false } })).toEqual([]);
});
