import { expect, test } from 'vitest';
import { defaultChannel } from '#src/auction/enrich/channel.ts';
import { serverInfo } from '#src/auction/enrich/server-info.ts';
import { incoming } from '#test/helpers/auction.ts';

const bare = { id: 'r', imp: [] };

test('names the channel of apps and AMP pages in both variants, of sites and screens in the Java variant', () => {
  expect(defaultChannel({ ...bare, app: {} }, 'auction')).toEqual({ name: 'app' });
  expect(defaultChannel({ ...bare, site: {} }, 'amp')).toEqual({ name: 'amp' });
  expect(defaultChannel({ ...bare, site: {} }, 'auction')).toEqual({ name: 'web' });
  expect(defaultChannel({ ...bare, dooh: {} }, 'auction')).toEqual({ name: 'dooh' });
  expect(defaultChannel(bare, 'auction')).toBeUndefined();
});

test('tells bidders of the host, and of the call where that is wanted', () => {
  const facts = { externalUrl: 'https://host.example', gvlId: 7, datacenter: 'eu' };
  expect(serverInfo(facts)).toEqual({ externalurl: 'https://host.example', gvlid: 7, datacenter: 'eu' });
  expect(serverInfo(facts, incoming())).toEqual({
    externalurl: 'https://host.example',
    gvlid: 7,
    datacenter: 'eu',
    http_method: 'POST',
    endpoint: '/openrtb2/auction',
  });
  expect(serverInfo({ externalUrl: '', gvlId: 0, datacenter: '' }, incoming())).toBeUndefined();
});
