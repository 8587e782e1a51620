import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { settingsSchema } from '#src/config/json-schema.ts';

test('the schema of the settings has only keywords and formats of its draft', () => {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, formats: { ipv4: true, ipv6: true } });
  const isValid = ajv.compile(settingsSchema());
  expect(isValid({ trusted_proxies: ['10.0.0.0/8', 'fc00::/7', '127.0.0.1'], admin_endpoints: { version: { path: '/v' } } })).toBe(true);
  expect(isValid({ trusted_proxies: ['10.0.0.0/33'] })).toBe(false);
  expect(isValid({ admin_endpoints: { version: { path: 'v' } } })).toBe(false);
});
