import { describe, expect, test } from 'vitest';
import { runAuction } from '#machines/run.ts';
import { newAuction } from '#src/auction/new-auction.ts';
import { truncateReporting } from '#src/auction/target/key-truncation.ts';
import type { HostConfigInput } from '#src/config/schema.ts';
import { stages } from '#src/host/app.ts';
import type { BidResponse } from '#src/openrtb/ortb.ts';
import { aBidder, incoming, validRequest } from '#test/helpers/auction.ts';
import { WoundClock } from '#test/helpers/clock.ts';
import { registryOf, testServices } from '#test/helpers/services.ts';
import { ScriptedTransport } from '#test/helpers/transport.ts';

/** The keys of the only bid and the warnings about keys, of a complete auction. */
function auctionOf(settings: HostConfigInput, srv: object) {
  const clock = new WoundClock();
  const response = { body: JSON.stringify({ seatbid: [{ bid: [{ id: 'b', impid: 'imp-1', price: 1, crid: 'c', w: 1, h: 2 }] }] }) };
  const services = testServices({
    clock,
    settings: { gdpr: { default_value: '0' }, ...settings },
    bidders: registryOf(aBidder('alpha')),
    transport: new ScriptedTransport(clock, () => ({ response })),
  });
  const body = Buffer.from(JSON.stringify({ ...validRequest(['alpha']), ext: { srv } }));
  let json = '{}';
  runAuction(
    newAuction('auction', incoming({ body }), services, ({ clientResponse }) => (json = clientResponse?.body ?? '')),
    services,
    stages,
  );
  clock.wind(1000);
  const { seatbid, ext } = JSON.parse(json) as BidResponse;
  return { keys: seatbid?.[0]?.bid[0]?.ext?.srv?.targeting, warnings: ext?.warnings?.['targeting'] };
}

const NAMES = 'hb_pb_alpha, hb_bidder_alpha, hb_bidder, hb_size_alpha';

describe('truncated targeting keys', () => {
  const short = { targeting: { truncateattrchars: 8 } };

  test('are reported by a host of the Java variant, together, by their full names', () => {
    expect(auctionOf({ variant: 'java' }, short)).toEqual({
      keys: { hb_pb_al: '1.00', hb_pb: '1.00', hb_bidde: 'alpha', hb_size_: '1x2', hb_size: '1x2' },
      warnings: [{ code: 2, message: `The following keys have been truncated: ${NAMES}` }],
    });
    expect(auctionOf({ variant: 'java' }, { targeting: {} }).warnings).toBeUndefined();
    expect(auctionOf({ variant: 'java' }, { targeting: { truncateattrchars: 0 } }).warnings).toBeUndefined();
  });

  test('are not reported by a host of the Go variant by default', () => {
    expect(auctionOf({}, short).warnings).toBeUndefined();
    expect(auctionOf({ settings: { targeting: { warn_of_truncated_keys: true } } }, short).warnings?.[0]?.message).toContain(NAMES);
    expect(auctionOf({ variant: 'java', settings: { targeting: { warn_of_truncated_keys: false } } }, short).warnings).toBeUndefined();
  });

  test('keep the last value in the Go variant and the first in the Java variant', () => {
    const tiny = { targeting: { truncateattrchars: 3 } };
    expect(auctionOf({}, tiny).keys).toEqual({ hb_: '1x2' });
    expect(auctionOf({ variant: 'java' }, tiny).keys).toEqual({ hb_: '1.00' });
    expect(auctionOf({ settings: { targeting: { colliding_keys: 'first' } } }, tiny).keys).toEqual({ hb_: '1.00' });
    expect(auctionOf({ variant: 'java', settings: { targeting: { colliding_keys: 'last' } } }, tiny).keys).toEqual({ hb_: '1x2' });
  });

  test('may come from ad-server targeting, which still overwrites full keys', () => {
    const rule = (key: string) => ({ key, source: 'static', value: 'own' });
    const srv = { targeting: { truncateattrchars: 8 }, adservertargeting: [rule('hb_pb'), rule('hb_size_other'), rule('publisher')] };
    const java = auctionOf({ variant: 'java' }, srv);
    expect(java.keys).toMatchObject({ hb_pb: 'own', hb_size_: '1x2', publishe: 'own' });
    expect(java.warnings?.[0]?.message).toBe(`The following keys have been truncated: ${NAMES}, hb_size_other, publisher`);
    expect(auctionOf({}, srv).keys).toMatchObject({ hb_pb: 'own', hb_size_: 'own', publishe: 'own' });
  });
});

test('a key that names a prototype is an ordinary key', () => {
  const truncated = new Set<string>();
  const keys = Object.fromEntries([['constructor_of_keys', '1']]);
  expect(truncateReporting(keys, 11, { firstWins: true, truncated })).toEqual(Object.fromEntries([['constructor', '1']]));
  expect([...truncated]).toEqual(['constructor_of_keys']);
});
