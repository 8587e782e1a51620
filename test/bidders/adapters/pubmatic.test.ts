import { describe, expect, it } from 'vitest';
import pubmatic from '#src/bidders/adapters/pubmatic.ts';
import type { SharedRequest } from '#src/bidders/bidder.ts';
import { badInput, badServer, generic } from '#src/bidders/errors.ts';
import { builder, info, requestOf, response, sent } from '../kit/builder.ts';

const adapter = pubmatic.build(builder);
const request = requestOf({ id: '1', banner: {}, native: {} });
const nativeBid = (adm: string) => {
  const body = { seatbid: [{ bid: [{ id: 'b', impid: '1', price: 1, mtype: 4, adm, ext: {} }] }] };
  const made = adapter.makeBids(request, sent, response(body));
  return { adm: made.result?.bids[0]?.bid.adm, errors: made.errors };
};
const make = (imps: SharedRequest, ext?: object) => {
  const made = adapter.makeRequests({ ...imps, ...(ext && { ext }) } as SharedRequest, info);
  return { body: made.calls[0]?.body as SharedRequest | undefined, errors: made.errors };
};

describe('pubmatic', () => {
  it('unwraps native markup exactly', () => {
    expect(nativeBid('{"a":{"native":1},"b":"\\"native\\":2", "native" : {"price": 1.0, "x":[{"y":"}"}]} ,"z":1}')).toEqual({
      adm: '{"price": 1.0, "x":[{"y":"}"}]}',
      errors: [],
    });
    expect(nativeBid('{"assets":[]}')).toEqual({ adm: '{"assets":[]}', errors: [] });
    expect(nativeBid('["native"]')).toEqual({ adm: '["native"]', errors: [generic('unable to unmarshal native adm')] });
  });

  it('writes first-party data as key-values', () => {
    const data = { ' key ': ' v ', n: 1.5, on: true, list: ['a ', 'b'], mixed: ['a', 1], none: null, pbadslot: '/1/item' };
    const { imp, ...rest } = requestOf({ id: '1', banner: {}, bidder: { publisherId: 'p', dctr: 'a=1' } });
    const { body } = make({ ...rest, imp: imp.map((one) => ({ ...one, ext: { ...one.ext, data } })) });
    expect(body?.imp[0]?.ext).toEqual({
      key_val: 'a=1|key=v|n=1.5|on=true|list=a,b',
      dfp_ad_unit_code: '/1/item',
    });
  });

  it('completes the wrapper from the imps and lists the permitted seats', () => {
    const imps = requestOf(
      { id: '1', banner: {}, bidder: { publisherId: 'p', wrapper: { profile: 7 } } },
      { id: '2', banner: {}, bidder: { publisherId: 'q', wrapper: { profile: 8, version: 2 } } },
    );
    const codes = { enabled: true, bidders: { pubmatic: { enabled: true, allowedbiddercodes: ['*'] } } };
    expect(make(imps).body?.ext).toEqual({ wrapper: { profile: 7, version: 2 } });
    expect(make(imps, { srv: { alternatebiddercodes: codes, bidderparams: { wrapper: { version: 1 }, acat: [] } } }).body?.ext).toEqual({
      wrapper: { profile: 7, version: 1, biddercode: 'pubmatic' },
      marketplace: { allowedbidders: ['all'] },
    });
  });

  it('rejects a malformed wrapper, in the request for all and in an imp for that imp', () => {
    const imp = requestOf({ id: '1', banner: {}, bidder: { publisherId: 'p', wrapper: 'x' } });
    expect(make(imp)).toEqual({
      body: undefined,
      errors: [generic('Error in Wrapper Parameters = expect { or n, but found "  for ImpID = 1 WrapperExt = "x"')],
    });
    expect(make(imp, { srv: { bidderparams: { wrapper: 1 } } }).errors).toEqual([generic('expect { or n, but found 1')]);
    expect(make(imp, { srv: 1 }).errors).toEqual([
      generic('error decoding Request.ext : cannot unmarshal srv: expect { or n, but found 1'),
    ]);
  });

  it('ignores wrappers of imps once profile and version are known, and of dropped imps', () => {
    const imps = requestOf(
      { id: '1', banner: {}, bidder: { publisherId: 'p', adSlot: 'a@', wrapper: { profile: 1, version: 1 } } },
      { id: '2', banner: {}, bidder: { publisherId: 'q', wrapper: { profile: 2, version: 2 } } },
      { id: '3', banner: {}, bidder: { publisherId: 'r', wrapper: 'x' } },
    );
    const made = make({ ...imps, site: {} });
    expect(made.errors).toEqual([generic('Invalid adSlot a@')]);
    expect(made.body).toMatchObject({ site: { publisher: { id: 'q' } }, ext: { wrapper: { profile: 2, version: 2 } } });
  });

  it('checks the media types of an imp first', () => {
    const error = badInput('invalid MediaType. PubMatic only supports Banner, Video and Native. Ignoring ImpID=1');
    expect(make(requestOf({ id: '1', audio: {}, bidder: 'x' })).errors).toEqual([error]);
    expect(make(requestOf({ id: '1', banner: {}, bidder: 'x' })).errors).toEqual([badInput('expect { or n, but found "')]);
  });

  it('quotes errors in the Java variant', () => {
    const java = pubmatic.build({ ...builder, dialect: 'java' });
    const imps = ['a@', 'a@1', 'a@ax1', 'a@1xa'].map((adSlot, id) => ({ id: `${id}`, banner: {}, bidder: { adSlot } }));
    expect(java.makeRequests(requestOf(...imps), info).errors.map(({ message }) => message)).toEqual([
      `Invalid adSlot 'a@'`,
      `Invalid size provided in adSlot 'a@1'`,
      `Invalid width provided in adSlot 'a@ax1'`,
      `Invalid height provided in adSlot 'a@1xa'`,
    ]);
    const body = { seatbid: [{ bid: [{ id: 'b', impid: '1', price: 1, mtype: 4, adm: '[]' }] }] };
    expect(java.makeBids(request, sent, response(body)).errors).toEqual([badServer('Unable to parse native adm: []')]);
  });

  it('uses the higher floor, and invents none', () => {
    const floors = [{ kadfloor: ' 2 ' }, { kadfloor: '0.5' }, { kadfloor: 'x' }, { kadfloor: '-1' }, { kadfloor: '0x10' }, {}];
    const imp = (bidfloor?: number) => floors.map((bidder, id) => ({ id: `${id}`, banner: {}, bidder, ...(bidfloor && { bidfloor }) }));
    const made = (bidfloor?: number) => make(requestOf(...imp(bidfloor))).body?.imp.map((one) => one.bidfloor);
    expect([made(), made(1)]).toEqual([
      [2, 0.5, undefined, undefined, undefined, undefined],
      [2, 1, 1, 1, 1, 1],
    ]);
  });
});
