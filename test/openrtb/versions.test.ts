import { describe, expect, test } from 'vitest';
import { downError } from '#src/openrtb/downgrades.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { downConvert, upConvert } from '#src/openrtb/versions.ts';

const schain = { complete: 1, nodes: [{ asi: 'a.example', sid: '1' }], ver: '1.0' };
const eids = [{ source: 's', uids: [{ id: 'x' }] }];

/** As serialized: without undefined fields. */
const wire = (request: BidRequest): unknown => JSON.parse(JSON.stringify(request));

describe('a request of an older version', () => {
  test('has its fields moved to their 2.6 locations', () => {
    const request = {
      id: 'r',
      imp: [
        { id: '1', ext: { srv: { is_rewarded_inventory: 1 } } },
        { id: '2', ext: { srv: { is_rewarded_inventory: 1, bidder: {} } } },
      ],
      ext: { schain },
      regs: { ext: { gdpr: 1, us_privacy: '1YNN', dsa: {} } },
      user: { ext: { consent: 'c', eids } },
    } as BidRequest;
    expect(upConvert(request, false, false)).toBeUndefined();
    expect(wire(request)).toEqual({
      id: 'r',
      imp: [
        { id: '1', rwdd: 1 },
        { id: '2', rwdd: 1, ext: { srv: { bidder: {} } } },
      ],
      source: { schain },
      regs: { gdpr: 1, us_privacy: '1YNN', ext: { dsa: {} } },
      user: { consent: 'c', eids },
    });
  });

  test('keeps values in the new locations, and loses the old', () => {
    const request = {
      id: 'r',
      imp: [{ id: '1', rwdd: 1, ext: { srv: { is_rewarded_inventory: 0 } } }],
      ext: { schain: { ...schain, ver: '2.4' } },
      source: { schain, ext: { schain: { ...schain, ver: '2.5' } } },
      regs: { gdpr: 0, us_privacy: '1---', ext: { gdpr: 1, us_privacy: '1YNN' } },
      user: { consent: 'new', eids: [], ext: { consent: 'old', eids } },
    } as BidRequest;
    upConvert(request, false, false);
    expect(wire(request)).toEqual({
      id: 'r',
      imp: [{ id: '1', rwdd: 1 }],
      source: { schain },
      regs: { gdpr: 0, us_privacy: '1---' },
      user: { consent: 'new', eids: [] },
    });
  });

  test('has its chain of 2.4 read by the Java variant if it has no other, and left in place', () => {
    const old = { ...schain, ver: '2.4' };
    const converted = (request: object) => {
      const made = { id: 'r', imp: [], ...request } as unknown as BidRequest;
      return [upConvert(made, true, true), made.source?.schain, made.ext];
    };
    expect(converted({ ext: { schain: old } })).toEqual([undefined, old, { schain: old }]);
    expect(converted({ ext: { schain: old }, source: { schain } })).toEqual([undefined, schain, { schain: old }]);
    expect(converted({ ext: { schain: old }, source: { ext: { schain } } })).toEqual([undefined, schain, { schain: old }]);
    for (const broken of [5, [], { nodes: 5 }]) {
      expect(converted({ ext: { schain: broken } })).toEqual([undefined, undefined, { schain: broken }]);
    }
  });

  test.each([
    [{ ext: 'x' }, /^req\.ext is invalid: expect { or n, but found "$/],
    [{ ext: { schain: { nodes: 1 } } }, /^req\.ext is invalid: cannot unmarshal ext\.schain\.nodes: /],
    [{ source: { ext: { schain: [] } } }, /^req\.source\.ext is invalid: expect { or n, but found \[$/],
    [{ regs: { ext: { gdpr: '1' } } }, /^req\.regs\.ext is invalid: gdpr must be an integer$/],
    [{ regs: { ext: { gdpr: 300 } } }, /^req\.regs\.ext is invalid: gdpr must be an integer$/],
    [{ regs: { ext: { gpc: true } } }, /^req\.regs\.ext is invalid: /],
    [{ user: { ext: { consent: 1 } } }, /^req\.user\.ext is invalid: expects " or n, but found 1$/],
    [{ user: { ext: { eids: [{ uids: 1 }] } } }, /^req\.user\.ext is invalid: /],
    [{ imp: [{ ext: {} }, { ext: 1 }] }, /^imp\[1\]\.imp\.ext is invalid: expect { or n, but found 1$/],
  ])('is rejected if an ext is malformed: %j', (request, text) => {
    expect(upConvert(request as never, false, false)).toMatch(text);
  });

  test('may have a number as its privacy control', () => {
    expect(upConvert({ id: 'r', imp: [], regs: { ext: { gpc: 1 } } }, false, false)).toBeUndefined();
  });
});

describe('a request for a 2.5 bidder', () => {
  const moved = {
    id: 'r',
    imp: [{ id: '1', rwdd: 1 }, { id: '2' }],
    source: { tid: 't', schain },
    regs: { coppa: 1, gdpr: 0, us_privacy: '1YNN' },
    user: { id: 'u', consent: 'c', eids },
  } as BidRequest;

  test('has its known fields in their old locations', () => {
    const before = structuredClone(moved);
    expect(downConvert(moved, 'move')).toStrictEqual({
      id: 'r',
      imp: [{ id: '1', ext: { srv: { is_rewarded_inventory: 1 } } }, { id: '2' }],
      source: { tid: 't', ext: { schain } },
      regs: { coppa: 1, ext: { gdpr: 0, us_privacy: '1YNN' } },
      user: { id: 'u', ext: { consent: 'c', eids } },
    });
    expect(moved).toStrictEqual(before);
    expect(downConvert(moved, 'move').imp[1]).toBe(moved.imp[1]);
  });

  test('keeps the rewarded flag beside its old location if wanted, unless newer fields are removed', () => {
    const flag = (mode: 'move' | 'strict') => downConvert(moved, mode, { rewarded: true }).imp;
    expect(flag('move')).toStrictEqual([{ id: '1', rwdd: 1, ext: { srv: { is_rewarded_inventory: 1 } } }, { id: '2' }]);
    expect(flag('strict')).toStrictEqual([{ id: '1', ext: { srv: { is_rewarded_inventory: 1 } } }, { id: '2' }]);
  });

  test('keeps the rest of its ext objects', () => {
    const request = { id: 'r', imp: [{ id: '1', rwdd: 1, ext: { data: 1, srv: { options: {} } } }], user: { consent: 'c', ext: { a: 1 } } };
    expect(downConvert(request as never, 'strict')).toStrictEqual({
      id: 'r',
      imp: [{ id: '1', ext: { data: 1, srv: { options: {}, is_rewarded_inventory: 1 } } }],
      user: { ext: { a: 1, consent: 'c' } },
    });
  });

  test('loses empty fields of the new locations', () => {
    const request = {
      id: 'r',
      imp: [{ id: '1', rwdd: 0 }],
      source: { schain: undefined },
      regs: { gdpr: undefined, us_privacy: '' },
    } as BidRequest;
    const user = { consent: '', eids: undefined };
    expect(downConvert({ ...request, user }, 'move')).toStrictEqual({ id: 'r', imp: [{ id: '1' }], source: {}, regs: {}, user: {} });
  });

  test('is the same request if nothing is newer', () => {
    const request: BidRequest = { id: 'r', imp: [{ id: '1', banner: {} }], site: { page: 'p' }, user: {}, regs: {}, source: {} };
    expect(downConvert(request, 'strict')).toBe(request);
    expect(downConvert(request, 'move')).toBe(request);
  });

  const newer = {
    id: 'r',
    cattax: 1,
    wlangb: ['en'],
    acat: ['1'],
    site: { id: 's', cattax: 1, inventorypartnerdomain: 'd', content: { id: 'c', langb: 'en', producer: { name: 'p', cattax: 1 } } },
    app: { id: 'a', content: { gtax: 9, genres: ['1'], genre: 'g', realtime: 1, firstbroadcast: 0, data: [{ name: 'n', cids: ['c'] }] } },
    dooh: { id: 'd' },
    device: { ua: 'u', sua: {}, langb: 'en' },
    regs: { coppa: 1, gpp: 'g', gpp_sid: [2] },
    user: { kwarray: ['k'], data: [{ id: 'd', cids: ['c'] }], eids: [{ source: 's', inserter: 'i', mm: 1 }] },
    imp: [
      {
        id: '1',
        qty: {},
        dt: 1,
        ssai: 1,
        refresh: {},
        pmp: { deals: [{ id: 'd', guar: 1 }] },
        video: { mimes: ['m'], plcmt: 1, podid: 'p' },
      },
      { id: '2', audio: { mimes: ['m'], maxseq: 1, poddur: 1, durfloors: [] } },
    ],
  } as unknown as BidRequest;

  test('has nothing newer when strict; a screen remains one', () => {
    expect(downConvert(newer, 'strict')).toStrictEqual({
      id: 'r',
      site: { id: 's', content: { id: 'c', producer: { name: 'p' } } },
      app: { id: 'a', content: { genre: 'g', data: [{ name: 'n' }] } },
      dooh: { id: 'd' },
      device: { ua: 'u' },
      regs: { coppa: 1 },
      user: { data: [{ id: 'd' }], ext: { eids: [{ source: 's' }] } },
      imp: [
        { id: '1', pmp: { deals: [{ id: 'd' }] }, video: { mimes: ['m'] } },
        { id: '2', audio: { mimes: ['m'] } },
      ],
    });
  });

  test('keeps fields without an older location when only moved', () => {
    const { eids: newEids, ...user } = newer.user ?? {};
    expect(downConvert(newer, 'move')).toStrictEqual({ ...newer, user: { ...user, ext: { eids: newEids } } });
  });

  test('cannot be made if an ext in the way is not an object', () => {
    const ext = 'x' as never;
    const text = 'expect { or n, but found "';
    expect(downError({ id: 'r', imp: [], source: { schain, ext } })).toBe(text);
    expect(downError({ id: 'r', imp: [{ id: '1', rwdd: 1, ext: { srv: ext } }] })).toBe(text);
    expect(downError({ id: 'r', imp: [{ id: '1', ext }], source: { ext }, regs: { ext }, user: { ext } })).toBeUndefined();
    expect(downError(moved)).toBeUndefined();
    expect(downConvert({ id: 'r', imp: [], regs: { gdpr: 1, ext } }, 'move').regs).toStrictEqual({ ext: { gdpr: 1 } });
  });

  test('is not reached through names that lead to prototypes', () => {
    const site = JSON.parse('{"cattax":1,"__proto__":{"x":1}}') as object;
    const made = downConvert({ id: 'r', imp: [], site }, 'strict');
    expect((made.site as Record<string, unknown>)['x']).toBeUndefined();
  });
});
