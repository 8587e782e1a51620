import { expect, test } from 'vitest';
import { adminFaults } from '#src/config/admin-faults.ts';
import { type HostConfigInput, hostSchema } from '#src/config/schema.ts';

const faults = (settings: HostConfigInput): string[] => adminFaults(hostSchema.parse(settings));
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

test('what is protected needs somebody who may pass', () => {
  expect(faults({})).toEqual([]);
  expect(faults(everywhere)).toEqual([
    'admin_token or admin_endpoints.credentials are needed because admin_host is not a loopback address',
    'admin_token or admin_endpoints.credentials are needed because admin_endpoints.version is protected on the public listener',
    'admin_token or admin_endpoints.credentials are needed because stored_requests.cache_events is protected on the public listener',
  ]);
  expect(faults({ ...everywhere, admin_token: 'secret' })).toEqual([]);
  expect(faults({ ...everywhere, admin_endpoints: { credentials: { me: 'secret' } } })).toEqual([]);
});
