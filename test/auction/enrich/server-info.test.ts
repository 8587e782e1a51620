import { expect, test } from 'vitest';
import { serverInfo } from '#src/auction/enrich/server-info.ts';
import { incoming } from '#test/helpers/auction.ts';

test('ext.srv.server contains information about the host, and about the call if configured', () => {
  const info = { externalUrl: 'https://host.example', gvlId: 7, datacenter: 'eu' };
  expect(serverInfo(info)).toEqual({ externalurl: 'https://host.example', gvlid: 7, datacenter: 'eu' });
  expect(serverInfo(info, incoming())).toEqual({
    externalurl: 'https://host.example',
    gvlid: 7,
    datacenter: 'eu',
    http_method: 'POST',
    endpoint: '/openrtb2/auction',
  });
  const none = { externalUrl: '', gvlId: 0, datacenter: '' };
  expect(serverInfo(none, incoming())).toBeUndefined();
  expect(serverInfo({ ...none, gvlId: 7 })).toEqual({ externalurl: '', gvlid: 7, datacenter: '' });
  expect(serverInfo({ ...none, datacenter: 'eu' })).toEqual({ externalurl: '', gvlid: 0, datacenter: 'eu' });
  expect(serverInfo({ ...none, datacenter: 'eu' }, incoming())).toEqual({
    externalurl: '',
    datacenter: 'eu',
    http_method: 'POST',
    endpoint: '/openrtb2/auction',
  });
});
