import { describe, expect, test } from 'vitest';
import { buyerUidFor, readBuyerUids, withoutBuyerUids } from '#src/auction/fan-out/buyer-uid.ts';
import { eidsFor } from '#src/auction/fan-out/eids.ts';
import { fpdOf, keepOneInventory, withFpd } from '#src/auction/fan-out/fpd.ts';
import { noUids } from '#src/sync/uids.ts';
import type { User } from '#src/wire/ortb.ts';
import { aBidder } from '#test/helpers/auction.ts';

const called = (bidder: string, core = bidder) => ({ bidder, known: aBidder(core), isAlias: bidder !== core });
const cookie = (uids: { [key: string]: string }) => ({ ...noUids, get: (key: string) => uids[key] });

describe('eidsFor', () => {
  const eid = { source: 's', inserter: 'i', uids: [{ id: '1' }] };

  test('goes by the rules that fit most closely', () => {
    const rules = [
      { source: 's', bidders: ['other'] },
      { source: 's', inserter: 'i', bidders: ['ALPHA'] },
      { source: 's', inserter: 'j', bidders: ['*'] },
    ];
    expect(eidsFor([eid], rules, 'alpha')).toEqual([eid]);
    expect(eidsFor([eid], rules, 'other')).toBeUndefined();
  });

  test('does not count criteria that say nothing', () => {
    expect(eidsFor([{ source: 's' }], [{ source: 's', matcher: '', inserter: '', bidders: ['other'] }], 'alpha')).toBeUndefined();
  });

  test('needs one of equally close rules to allow it', () => {
    const rules = [
      { source: 's', bidders: ['a'] },
      { inserter: 'i', bidders: ['b'] },
    ];
    expect([eidsFor([eid], rules, 'a'), eidsFor([eid], rules, 'b'), eidsFor([eid], rules, 'c')]).toEqual([[eid], [eid], undefined]);
  });

  test('goes by the list it is asked about, however often', () => {
    const rules = [
      { source: 's', bidders: ['a'] },
      { mm: 2, bidders: ['b'] },
    ];
    const other = { source: 't', mm: 2 };
    const seen = () => [eidsFor([eid], rules, 'b'), eidsFor([other], rules, 'b'), eidsFor([eid, other], rules, 'a')];
    expect(seen()).toEqual([undefined, [other], [eid]]);
    expect(seen()).toEqual([undefined, [other], [eid]]);
  });

  test('hands the very list on where nothing is taken out', () => {
    const eids = [eid];
    expect(eidsFor(eids, [{ source: 's', bidders: ['*'] }], 'a')).toBe(eids);
    expect(eidsFor(eids, [{ bidders: ['nobody'] }, { source: 's' }], 'a')).toBeUndefined();
  });
});

describe('buyer ids', () => {
  test('come from the publisher under any spelling, from the core bidder of an alias, then from the cookie', () => {
    const given = readBuyerUids({ ext: { srv: { buyeruids: { ALPHA: 'publisher', odd: 5 as never } } } });
    if (given instanceof Error) throw given;
    expect([...given]).toEqual([['alpha', 'publisher']]);
    expect(buyerUidFor(called('alpha'), given, cookie({ alpha: 'cookie' }))).toBe('publisher');
    expect(buyerUidFor(called('alias', 'alpha'), given, cookie({}))).toBe('publisher');
    expect(buyerUidFor(called('alias', 'beta'), given, cookie({ beta: 'cookie' }))).toBe('cookie');
    expect(buyerUidFor(called('beta'), given, cookie({ beta: '' }))).toBeUndefined();
    expect(buyerUidFor(called('beta'), new Map(), cookie({}))).toBeUndefined();
  });

  test('cannot be read from what is no object', () => {
    expect(readBuyerUids({ ext: 'text' } as unknown as User)).toBeInstanceOf(Error);
    expect(readBuyerUids(undefined)).toEqual(new Map());
  });

  test('leave the user, and take with them what was there for them alone', () => {
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
  test('is found by alias, core name, or for all others', () => {
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

  test('replaces objects but keeps the id and the eids worked out for the bidder', () => {
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

  test('leaves one inventory object', () => {
    const bare = { id: 'r', imp: [] };
    expect(keepOneInventory({ ...bare, app: {}, site: {} })).toEqual({ ...bare, app: {} });
    expect(keepOneInventory({ ...bare, dooh: {}, site: {} })).toEqual({ ...bare, dooh: {} });
    const one = { ...bare, site: {} };
    expect(keepOneInventory(one)).toBe(one);
  });
});
