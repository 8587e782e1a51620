import { expect, test } from 'vitest';
import { serverInfo } from '#src/auction/enrich/server-info.ts';
import { incoming } from '#test/helpers/auction.ts';

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
