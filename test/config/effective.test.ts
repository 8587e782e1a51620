import { expect, test } from 'vitest';
import { effectiveOptions } from '#src/config/effective.ts';
import { Origins } from '#src/config/origins.ts';
import { hostSchema } from '#src/config/schema.ts';

test.each(['license_key', 'license-key', 'licenseKey', 'apiKey', 'api-key', 'secret-access-key', 'password', 'auth_key'])(
  'the value of a module option %s is not shown',
  (name) => {
    const config = hostSchema.parse({ hooks: { modules: { wurfl: { devicedetection: { [name]: 'hidden', level: 'basic' } } } } });
    const shown = effectiveOptions(config, new Origins([])).filter(({ option }) => option.includes('devicedetection'));
    expect(shown.map(({ option, value }) => [option.split('.').at(-1), value])).toEqual([
      [name, '***'],
      ['level', 'basic'],
    ]);
  },
);

test.each([
  ['http://name:hidden@proxy:3128', 'http://name:***@proxy:3128'],
  ['name:hidden@proxy:3128', 'name:***@proxy:3128'],
  ['proxy:3128', 'proxy:3128'],
])('the address of a proxy %s is shown without its password', (url, shown) => {
  const options = effectiveOptions(hostSchema.parse({ http_client: { proxy: { url } } }), new Origins([]));
  expect(options.find(({ option }) => option === 'http_client.proxy.url')?.value).toBe(shown);
});
