import { describe, expect, test } from 'vitest';
import { runAuction } from '#machines/run.ts';
import { stages } from '#src/app.ts';
import { newAuction } from '#src/auction/new-auction.ts';
import { cutWith } from '#src/auction/target/key-cutting.ts';
import type { HostConfigInput } from '#src/config/schema.ts';
import type { BidResponse } from '#src/wire/ortb.ts';
import { aBidder, incoming, validRequest } from '#test/helpers/auction.ts';
import { WoundClock } from '#test/helpers/clock.ts';
import { registryOf, testServices } from '#test/helpers/services.ts';
import { ScriptedTransport } from '#test/helpers/transport.ts';

/** The keys of the one bid and what is told of keys, of a whole auction. */
function auctionOf(settings: HostConfigInput, srv: object) {
  const clock = new WoundClock();
  const answer = { body: JSON.stringify({ seatbid: [{ bid: [{ id: 'b', impid: 'imp-1', price: 1, crid: 'c', w: 1, h: 2 }] }] }) };
  const services = testServices({
    clock,
    settings: { gdpr: { default_value: '0' }, ...settings },
    bidders: registryOf(aBidder('alpha')),
    transport: new ScriptedTransport(clock, () => ({ answer })),
  });
  const body = Buffer.from(JSON.stringify({ ...validRequest(['alpha']), ext: { srv } }));
  let text = '{}';
  runAuction(
    newAuction('auction', incoming({ body }), services, ({ reply }) => (text = reply?.body ?? '')),
    services,
    stages,
  );
  clock.wind(1000);
  const { seatbid, ext } = JSON.parse(text) as BidResponse;
  return { keys: seatbid?.[0]?.bid[0]?.ext?.srv?.targeting, warnings: ext?.warnings?.['targeting'] };
}

const NAMES = 'hb_pb_alpha, hb_bidder_alpha, hb_bidder, hb_size_alpha';

describe('targeting keys that are cut', () => {
  const short = { targeting: { truncateattrchars: 8 } };

  test('are told of on a host of the Java variant, all at once, by their whole names', () => {
    expect(auctionOf({ variant: 'java' }, short)).toEqual({
      keys: { hb_pb_al: '1.00', hb_pb: '1.00', hb_bidde: 'alpha', hb_size_: '1x2', hb_size: '1x2' },
      warnings: [{ code: 2, message: `The following keys have been truncated: ${NAMES}` }],
    });
    expect(auctionOf({ variant: 'java' }, { targeting: {} }).warnings).toBeUndefined();
    expect(auctionOf({ variant: 'java' }, { targeting: { truncateattrchars: 0 } }).warnings).toBeUndefined();
  });

  test('are not told of on a host of the Go variant, unless it wants that', () => {
    expect(auctionOf({}, short).warnings).toBeUndefined();
    expect(auctionOf({ settings: { targeting: { warn_of_cut_keys: true } } }, short).warnings?.[0]?.message).toContain(NAMES);
    expect(auctionOf({ variant: 'java', settings: { targeting: { warn_of_cut_keys: false } } }, short).warnings).toBeUndefined();
  });

  test('keep the last value in the Go variant and the first in the Java variant', () => {
    const tiny = { targeting: { truncateattrchars: 3 } };
    expect(auctionOf({}, tiny).keys).toEqual({ hb_: '1x2' });
    expect(auctionOf({ variant: 'java' }, tiny).keys).toEqual({ hb_: '1.00' });
    expect(auctionOf({ settings: { targeting: { colliding_keys: 'first' } } }, tiny).keys).toEqual({ hb_: '1.00' });
    expect(auctionOf({ variant: 'java', settings: { targeting: { colliding_keys: 'last' } } }, tiny).keys).toEqual({ hb_: '1x2' });
  });

  test('may come from ad-server targeting, which still overwrites whole keys', () => {
    const rule = (key: string) => ({ key, source: 'static', value: 'own' });
    const srv = { targeting: { truncateattrchars: 8 }, adservertargeting: [rule('hb_pb'), rule('hb_size_other'), rule('publisher')] };
    const java = auctionOf({ variant: 'java' }, srv);
    expect(java.keys).toMatchObject({ hb_pb: 'own', hb_size_: '1x2', publishe: 'own' });
    expect(java.warnings?.[0]?.message).toBe(`The following keys have been truncated: ${NAMES}, hb_size_other, publisher`);
    expect(auctionOf({}, srv).keys).toMatchObject({ hb_pb: 'own', hb_size_: 'own', publishe: 'own' });
  });
});

test('a key that would be a prototype is one like any other', () => {
  const cut = new Set<string>();
  const keys = Object.fromEntries([['constructor_of_keys', '1']]);
  expect(cutWith(keys, 11, { firstStays: true, cut })).toEqual(Object.fromEntries([['constructor', '1']]));
  expect([...cut]).toEqual(['constructor_of_keys']);
});
