import { describe, expect, it } from 'vitest';
import { type BidderPrivacy, unlimited } from '#src/auction/privacy/decision.ts';
import { maskRequest } from '#src/auction/privacy/mask.ts';
import { withoutEids } from '#src/auction/privacy/mask-fields.ts';
import { accountSchema } from '#src/config/account.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { maskIp } from '#src/privacy/ip.ts';

const account = accountSchema.parse({ privacy: { ipv4: { anon_keep_bits: 16 }, ipv6: { anon_keep_bits: 32 } } });
const geo = { lat: 123.456, lon: 11.278, metro: '5', city: 'c', zip: '8' };
const request: BidRequest = {
  id: 'r',
  imp: [{ id: 'i', ext: { tid: 't', bidder: {} } }, { id: 'j' }],
  source: { tid: 'tid' },
  user: {
    id: 'u',
    buyeruid: 'b',
    yob: 2000,
    gender: 'M',
    keywords: 'k',
    kwarray: ['k'],
    data: [{ id: 'd' }],
    eids: [{ source: 'one' }, { source: 'two' }],
    geo,
    ext: { data: 1, test: 2, eids: [{ source: 'one' }] } as never,
  },
  device: {
    ip: '132.173.230.74',
    ipv6: '1111:2222:3333:4444:5555:6666:7777:8888',
    ifa: 'a',
    didmd5: 'm',
    ua: 'agent',
    dnt: 1,
    lmt: 1,
    geo,
  },
  regs: { coppa: 1 },
};

const masked = (over: Partial<BidderPrivacy>): BidRequest => maskRequest(request, { ...unlimited, ...over }, account);
const rounded = { ...geo, lat: 123.46, lon: 11.28 };

describe('a masked request', () => {
  it('is the request itself if nothing is removed', () => {
    expect(masked({})).toBe(request);
    const bare: BidRequest = { id: 'r', imp: [] };
    expect(
      maskRequest(bare, { ...unlimited, mayPassIds: false, mayPassUfpd: false, mayPassPreciseGeo: false, mayPassTid: false }, account),
    ).toBe(bare);
  });

  it('has no ids if they are not allowed', () => {
    const { user, device, ...rest } = masked({ mayPassIds: false });
    expect(user).toEqual({ keywords: 'k', kwarray: ['k'], data: [{ id: 'd' }], geo, ext: { data: 1, test: 2 } });
    expect(device).toEqual({ ip: '132.173.230.74', ipv6: '1111:2222:3333:4444:5555:6666:7777:8888', ua: 'agent', dnt: 1, lmt: 1, geo });
    expect(rest).toEqual({ id: 'r', imp: request.imp, source: request.source, regs: request.regs });
  });

  it('keeps the location of the user in the Java variant unless the profile is removed', () => {
    const coarse = { lat: 123.46, lon: 11.28 };
    const place = masked({ masksProfile: true, mayPassPreciseGeo: false });
    expect([place.user?.geo, place.device?.geo, place.device?.ip]).toEqual([geo, coarse, '132.173.0.0']);
    const profile = masked({ masksProfile: true, mayPassPreciseGeo: false, mayPassIds: false });
    expect([profile.user?.geo, profile.device?.geo]).toEqual([undefined, coarse]);
  });

  it('has no user first-party data if it is not allowed', () => {
    const { user, device } = masked({ mayPassUfpd: false });
    expect(user).toEqual({ geo, ext: { test: 2 } });
    expect(device?.ifa).toBeUndefined();
    expect(device?.geo).toBe(geo);
  });

  it('has no objects without values, in the Java variant not even an empty user', () => {
    const own: BidRequest = { id: 'r', imp: [], user: { ext: { data: 1, srv: undefined } as never, eids: undefined } };
    const userOf = (over: Partial<BidderPrivacy>) => maskRequest(own, { ...unlimited, mayPassUfpd: false, ...over }, account).user;
    expect([userOf({})?.ext, userOf({ masksProfile: true })]).toEqual([undefined, undefined]);
  });

  it('has a rounded location if the exact one is not allowed', () => {
    const { user, device } = masked({ mayPassPreciseGeo: false });
    expect([user?.geo, device?.geo]).toEqual([rounded, rounded]);
    expect([device?.ip, device?.ipv6, device?.ifa, user?.id]).toEqual(['132.173.0.0', '1111:2222::', 'a', 'u']);
  });

  it('has no location of a child', () => {
    const { user, device } = masked({ mayPassPreciseGeo: false, emptiesGeo: true });
    expect([user?.geo, device?.geo, device?.ip]).toEqual([{}, {}, '132.173.0.0']);
  });

  it('has no transaction ids if they are not allowed', () => {
    const { imp, source } = masked({ mayPassTid: false });
    expect([imp, source]).toEqual([[{ id: 'i', ext: { bidder: {} } }, { id: 'j' }], {}]);
  });

  it('loses only eids, except for exempt sources', () => {
    expect(masked({ mayPassEids: false }).user).toEqual({ ...request.user, eids: undefined, ext: { data: 1, test: 2 } });
    const retained = masked({ mayPassEids: false, allowedEidSources: new Set(['two']) }).user;
    expect(retained).toEqual({ ...request.user, eids: [{ source: 'two' }], ext: { data: 1, test: 2 } });
    expect(withoutEids({ ext: { eids: [{ source: 'two' }] } }, new Set(['two']))).toEqual({ ext: { eids: [{ source: 'two' }] } });
    expect(withoutEids({ eids: [{ source: 'one' }], ext: { eids: 'x' } }, new Set(['two']))).toEqual({});
  });

  it("masks addresses by the default if the account's numbers are invalid", () => {
    const odd = accountSchema.parse({ privacy: { ipv4: { anon_keep_bits: 33 }, ipv6: { anon_keep_bits: 200 } } });
    const { device } = maskRequest(request, { ...unlimited, mayPassPreciseGeo: false }, odd);
    expect([device?.ip, device?.ipv6]).toEqual(['132.173.230.0', '1111:2222:3333:4400::']);
  });

  it('drops values that are not addresses or numbers', () => {
    const odd = { id: 'r', imp: [], device: { ip: 'x', ipv6: '1.2.3.4', geo: { lat: '1.23456' as never, lon: 1 } } };
    const { device } = maskRequest(odd, { ...unlimited, mayPassPreciseGeo: false }, account);
    expect(device).toEqual({ ipv6: '1.2.0.0', geo: { lat: undefined, lon: 1 } });
  });
});

it.each([
  ['132.173.230.74', 16, '132.173.0.0'],
  ['132.173.230.74', 32, '132.173.230.74'],
  ['132.173.230.74', 0, '0.0.0.0'],
  ['1111:2222:3333:4444:5555:6666:7777:8888', 56, '1111:2222:3333:4400::'],
  ['1111:2222:3333:4444:5555:6666:7777:8888', 34, '1111:2222::'],
  ['2001:1db8::ff00:42:8329', 96, '2001:1db8::ff00:0:0'],
  ['::ffff:1.2.3.4', 56, '::'],
  ['1:2:3:4:5:6:1.2.3.4', 128, '1:2:3:4:5:6:102:304'],
  ['1:0:2:0:3:0:4:0', 128, '1:0:2:0:3:0:4:0'],
  ['', 24, ''],
  ['1.2.3', 24, ''],
  ['1.2.3.256', 24, ''],
  ['1.2.3.04', 24, ''],
  ['1::2::3', 56, ''],
  ['1:2:3', 56, ''],
  ['1:2:3:4:5:6:7:8:9', 56, ''],
  ['1:2:3:4:5:6:7::8:9', 56, ''],
  ['::1.2.3', 56, ''],
  ['g::', 56, ''],
  ['fe80::1%eth0', 56, ''],
])('the address %s is truncated to %i bits', (address, bits, wanted) => {
  expect(maskIp(address, bits)).toBe(wanted);
});
