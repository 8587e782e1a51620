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

test.each([
  [
    'https://geo.example/db?edition_id=City&license_key=hidden&suffix=gz',
    'https://geo.example/db?edition_id=City&license_key=***&suffix=gz',
  ],
  ['https://name:hidden@geo.example/db?token=hidden#end', 'https://name:***@geo.example/db?token=***#end'],
  ['https://geo.example/{{.Key}}?key={{.Key}}&keys=a', 'https://geo.example/{{.Key}}?key={{.Key}}&keys=a'],
])('the address %s is shown without keys in its query, macros unchanged', (download_url, shown) => {
  const options = effectiveOptions(
    hostSchema.parse({ geolocation: { maxmind: { remote_file_syncer: { download_url } } } }),
    new Origins([]),
  );
  expect(options.find(({ option }) => option.endsWith('download_url'))?.value).toBe(shown);
});
