import { expect, test } from 'vitest';
import { defaultChannel, nameChannel } from '#src/auction/validate/channel.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { anAuction } from '#test/helpers/auction.ts';
import { testServices } from '#test/helpers/services.ts';

const bare = { id: 'r', imp: [] };

const named = (request: BidRequest): BidRequest['ext'] => {
  const auction = anAuction(testServices(), request);
  nameChannel(auction);
  return auction.request.ext;
};

test('the channel of apps, sites, screens and AMP pages is set', () => {
  expect(defaultChannel({ ...bare, app: {} }, 'auction')).toEqual({ name: 'app' });
  expect(defaultChannel({ ...bare, site: {} }, 'amp')).toEqual({ name: 'amp' });
  expect(defaultChannel({ ...bare, site: {} }, 'auction')).toEqual({ name: 'web' });
  expect(defaultChannel({ ...bare, dooh: {} }, 'auction')).toEqual({ name: 'dooh' });
  expect(defaultChannel(bare, 'auction')).toBeUndefined();
});

test('a channel in the request remains, and unknown inventory gets none', () => {
  expect(named({ ...bare, site: {}, ext: { srv: { channel: { name: 'kiosk' } } } })).toEqual({ srv: { channel: { name: 'kiosk' } } });
  expect(named({ ...bare, site: {} })).toEqual({ srv: { channel: { name: 'web' } } });
  expect(named(bare)).toBeUndefined();
});
