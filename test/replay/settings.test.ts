import { expect, test } from 'vitest';
import { hostSchema } from '#src/config/schema.ts';
import { toReplaySettings } from '#src/replay/settings.ts';

const published = (settings: object): object => toReplaySettings(hostSchema.parse(settings), '1.0.0', false).config;

test.each(['api-key', 'api_key', 'apiKey', 'auth_key', 'auth-token', 'license_key', 'password', 'secret-access-key'])(
  'the value of a module option %s is not published',
  (name) => {
    const config = published({ hooks: { modules: { vendor: { module: { enabled: true, [name]: 'hidden', level: 'basic' } } } } });
    expect(config).toMatchObject({ hooks: { modules: { vendor: { module: { enabled: true, [name]: '', level: 'basic' } } } } });
  },
);

test('passwords in addresses, the proxy and keys of the host are not published', () => {
  const config = published({
    http_client: { proxy: { url: 'name:hidden@proxy:3128' } },
    stored_requests: { http: { endpoint: 'https://name:hidden@stored.example/requests' } },
    previous_auctions: { key: 'hidden' },
    geolocation: { maxmind: { remote_file_syncer: { download_url: 'https://geo.example/db?license_key=hidden' } } },
  });
  expect(JSON.stringify(config)).not.toContain('hidden');
  expect(config).toMatchObject({ stored_requests: { http: { endpoint: 'https://name:@stored.example/requests' } } });
});

test('settings of bidders that decide a response are published unchanged', () => {
  const adapters = {
    generic: { endpoint: 'https://bidder.example/bid', extra_info: '{"mail":"a@b.example"}', usersync: { key: 'other' } },
  };
  expect(published({ adapters })).toMatchObject({ adapters });
});
