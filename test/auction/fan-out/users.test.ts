import { describe, expect, test } from 'vitest';
import { buyerUidFor, readBuyerUids, withoutBuyerUids } from '#src/auction/fan-out/buyer-uid.ts';
import { eidsFor } from '#src/auction/fan-out/eids.ts';
import { fpdOf, limitToOneInventory, withFpd } from '#src/auction/fan-out/fpd.ts';
import { fanOut as go } from '#src/dialect/go/fan-out.ts';
import { fanOut as java } from '#src/dialect/java/fan-out.ts';
import type { User } from '#src/openrtb/ortb.ts';
import { noUids } from '#src/sync/uids.ts';
import { aBidder, hostInfo } from '#test/helpers/auction.ts';

const called = (bidder: string, core = bidder) => ({ bidder, known: aBidder(core), isAlias: bidder !== core });
const cookie = (uids: { [key: string]: string }) => ({ ...noUids, get: (key: string) => uids[key] });

describe('eidsFor', () => {
  const eid = { source: 's', inserter: 'i', uids: [{ id: '1' }] };

  test('uses the rules that match most closely', () => {
    const rules = [
      { source: 's', bidders: ['other'] },
      { source: 's', inserter: 'i', bidders: ['ALPHA'] },
      { source: 's', inserter: 'j', bidders: ['*'] },
    ];
    expect(eidsFor([eid], rules, 'alpha')).toEqual([eid]);
    expect(eidsFor([eid], rules, 'other')).toBeUndefined();
  });

  test('ignores empty criteria', () => {
    expect(eidsFor([{ source: 's' }], [{ source: 's', matcher: '', inserter: '', bidders: ['other'] }], 'alpha')).toBeUndefined();
  });

  test('requires permission by one of equally close rules', () => {
    const rules = [
      { source: 's', bidders: ['a'] },
      { inserter: 'i', bidders: ['b'] },
    ];
    expect([eidsFor([eid], rules, 'a'), eidsFor([eid], rules, 'b'), eidsFor([eid], rules, 'c')]).toEqual([[eid], [eid], undefined]);
  });

  test('is consistent for repeated calls with the same list', () => {
    const rules = [
      { source: 's', bidders: ['a'] },
      { mm: 2, bidders: ['b'] },
    ];
    const other = { source: 't', mm: 2 };
    const seen = () => [eidsFor([eid], rules, 'b'), eidsFor([other], rules, 'b'), eidsFor([eid, other], rules, 'a')];
    expect(seen()).toEqual([undefined, [other], [eid]]);
    expect(seen()).toEqual([undefined, [other], [eid]]);
  });

  test('returns the same list if nothing is removed', () => {
    const eids = [eid];
    expect(eidsFor(eids, [{ source: 's', bidders: ['*'] }], 'a')).toBe(eids);
    expect(eidsFor(eids, [{ bidders: ['nobody'] }, { source: 's' }], 'a')).toBeUndefined();
  });
});

describe('buyer ids', () => {
  test('come from the publisher under any spelling, then from the cookie', () => {
    const read = readBuyerUids({ ext: { srv: { buyeruids: { ALPHA: 'publisher', odd: 5 as never } } } });
    if ('error' in read) throw new Error(read.error);
    const given = read.value;
    expect([...given]).toEqual([['alpha', 'publisher']]);
    expect(buyerUidFor(called('alpha'), given, cookie({ alpha: 'cookie' }), go)).toBe('publisher');
    expect(buyerUidFor(called('alias', 'beta'), given, cookie({ beta: 'cookie' }), go)).toBe('cookie');
    expect(buyerUidFor(called('beta'), given, cookie({ beta: '' }), go)).toBeUndefined();
    expect(buyerUidFor(called('beta'), new Map(), cookie({}), go)).toBeUndefined();
  });

  test('of a core bidder belong to its aliases only in the Java variant, there also to built-in ones', () => {
    const given = new Map([['alpha', 'publisher']]);
    const fixed = { bidder: 'built-in', known: aBidder('built-in', { info: hostInfo({ aliasOf: 'alpha' }) }) };
    const found = (dialect: typeof go) =>
      [called('alias', 'alpha'), fixed].map((each) => buyerUidFor(each, given, cookie({ alpha: 'cookie' }), dialect));
    expect(found(go)).toEqual(['cookie', undefined]);
    expect(found(java)).toEqual(['publisher', 'publisher']);
    given.set('alias', 'own');
    expect([found(go)[0], found(java)[0]]).toEqual(['own', 'own']);
  });

  test('cannot be read from a value that is not an object', () => {
    expect(readBuyerUids({ ext: 'text' } as unknown as User)).toEqual({ error: 'request.user.ext object is not valid' });
    expect(readBuyerUids(undefined)).toEqual({ value: new Map() });
  });

  test('are removed from the user, together with objects that held only them', () => {
    const json = (user: unknown): unknown => JSON.parse(JSON.stringify(user));
    const user = { id: 'u', ext: { srv: { buyeruids: {} } } };
    expect(json(withoutBuyerUids(user))).toEqual({ id: 'u' });
    expect(json(withoutBuyerUids({ ext: { srv: { buyeruids: {}, other: 1 }, data: {} } } as unknown as User))).toEqual({
      ext: { srv: { other: 1 }, data: {} },
    });
    const plain = { ext: {} };
    expect(withoutBuyerUids(plain)).toBe(plain);
    expect(withoutBuyerUids(undefined)).toBeUndefined();
    expect(user.ext.srv).toEqual({ buyeruids: {} });
  });
});

describe('first-party data', () => {
  test('is found by alias, core name, or wildcard', () => {
    const fpd = new Map([
      ['alias', { user: { id: '1' } }],
      ['alpha', { user: { id: '2' } }],
      ['*', { user: { id: '3' } }],
    ]);
    expect([called('alias', 'alpha'), called('ALPHA', 'ALPHA'), called('alpha')].map((who) => fpdOf(fpd, who)?.user?.id)).toEqual([
      '1',
      '3',
      '2',
    ]);
    expect(fpdOf(new Map(), called('alpha'))).toBeUndefined();
  });

  test('replaces objects but keeps the id and the eids of the bidder', () => {
    const request = { id: 'r', imp: [], site: { id: 's' }, user: { buyeruid: 'b', eids: [{ source: 'kept' }] } };
    const fpd = { site: { id: 'own' }, app: {}, dooh: {}, device: { w: 1 }, user: { id: 'u', eids: [{ source: 'cut' }] } };
    expect(withFpd(request, fpd, false)).toEqual({
      ...fpd,
      id: 'r',
      imp: [],
      user: { id: 'u', buyeruid: 'b', eids: [{ source: 'kept' }] },
    });
    expect(withFpd(request, fpd, true).user?.eids).toBe(fpd.user.eids);
    expect(withFpd({ id: 'r', imp: [] }, { user: { id: 'u', ext: { srv: { buyeruids: {} } } } }, true).user).toEqual({ id: 'u' });
    expect(withFpd(request, undefined, true)).toBe(request);
  });

  test('keeps one inventory object', () => {
    const bare = { id: 'r', imp: [] };
    expect(limitToOneInventory({ ...bare, app: {}, site: {} })).toEqual({ ...bare, app: {} });
    expect(limitToOneInventory({ ...bare, app: {}, dooh: {} })).toEqual({ ...bare, app: {} });
    expect(limitToOneInventory({ ...bare, dooh: {}, site: {} })).toEqual({ ...bare, dooh: {} });
    const one = { ...bare, site: {} };
    expect(limitToOneInventory(one)).toBe(one);
  });
});

test.each([{ srv: 'text' }, { srv: { buyeruids: 'text' } }])('malformed ids of the publisher are an error: %j', (ext) => {
  expect(readBuyerUids({ ext } as unknown as User)).toEqual({ error: 'request.user.ext object is not valid' });
});

test('an empty object of ids vanishes with its extension', () => {
  expect(withoutBuyerUids({ id: 'u', ext: { srv: {} } } as User)).toEqual({ id: 'u', ext: undefined });
});
