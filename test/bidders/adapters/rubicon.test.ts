import { describe, expect, it } from 'vitest';
import rubicon from '#src/bidders/adapters/rubicon.ts';
import type { Call, SharedRequest } from '#src/bidders/bidder.ts';
import { badInput, warning } from '#src/bidders/errors.ts';
import { builder, info, requestOf, response } from '../kit/builder.ts';

const adapter = rubicon.build({
  ...builder,
  endpoint: 'https://exchange.example/api?a=1',
  xapi: { username: 'me', password: 'secret', tracker: 't' },
  server: { externalUrl: 'https://host.example', gvlId: 0, dataCenter: '' },
});
const ids = { accountId: '1', siteId: 2, zoneId: '3' };
const make = (request: SharedRequest) => adapter.makeRequests(request, info);
const bodyOf = (call: Call | undefined) => call?.body as SharedRequest | undefined;
const nativeImp = (request: object, ver = '1.2') => ({ id: '1', native: { request: JSON.stringify(request), ver }, bidder: ids });

describe('rubicon', () => {
  it('names the host in the URL and in the headers', () => {
    expect(make(requestOf({ id: '1', banner: { w: 1, h: 1 }, bidder: ids })).calls[0]).toMatchObject({
      uri: 'https://exchange.example/api?a=1&tk_xint=t',
      headers: {
        'Content-Type': 'application/json;charset=utf-8',
        Accept: 'application/json',
        'User-Agent': 'prebid-server/1.0',
        Authorization: 'Basic bWU6c2VjcmV0',
      },
      impIds: ['1'],
    });
  });

  it('sends an imp once for each of its media types if the publisher requests it', () => {
    const imp = { id: '1', banner: { w: 1, h: 1 }, video: {}, bidder: { ...ids, bidonmultiformat: true } };
    const sent = make(requestOf(imp)).calls.map((call) => bodyOf(call)?.imp[0]);
    expect(sent.map((one) => [one?.banner?.ext, one?.video?.ext])).toEqual([
      [{ rp: { mime: 'text/html' } }, undefined],
      [undefined, { rp: {} }],
    ]);
  });

  it('marks rewarded videos', () => {
    const request = requestOf({ id: '1', video: {}, rwdd: 1, bidder: { ...ids, video: { skip: 1, size_id: 9 } } });
    expect(bodyOf(make(request).calls[0])?.imp[0]).toMatchObject({
      rwdd: undefined,
      secure: 1,
      video: { ext: { skip: 1, videotype: 'rewarded', rp: { size_id: 9 } } },
    });
  });

  it('sends native requests as objects too, if they are complete', () => {
    const request = { eventtrackers: [], context: 1, plcmttype: 2 };
    expect(bodyOf(make(requestOf(nativeImp(request))).calls[0])?.imp[0]?.native).toMatchObject({ request_native: request });
    expect(make(requestOf(nativeImp({}))).errors).toEqual([badInput('Eventtrackers are not present or not of array type')]);
    expect(make(requestOf(nativeImp({ ...request, context: 'x' }))).errors).toEqual([badInput('Context is not of int type')]);
    expect(make(requestOf(nativeImp({ ...request, plcmttype: null }))).errors).toEqual([
      badInput('Plcmttype is not present or not of int type'),
    ]);
    expect(make(requestOf(nativeImp({}, '1.1'))).errors).toEqual([]);
    expect(make(requestOf({ id: '1', audio: {}, bidder: ids })).errors).toEqual([badInput('Native object is not present for request')]);
  });

  it('requires floors in dollars and ids in digits', () => {
    const banner = { w: 1, h: 1 };
    const request = requestOf(
      { id: '1', banner, bidfloor: 2, bidfloorcur: 'EUR', bidder: ids },
      { id: '2', banner, bidfloor: 2, bidfloorcur: 'GBP', bidder: ids },
      { id: '3', banner, bidder: { ...ids, siteId: '2x' } },
    );
    const made = make(request);
    expect(made.calls.map((call) => bodyOf(call)?.imp[0])).toMatchObject([{ bidfloor: 3, bidfloorcur: 'USD' }]);
    expect(made.errors).toEqual([
      badInput('Unable to convert provided bid floor currency from GBP to USD'),
      badInput('strconv.ParseInt: parsing "2x": invalid syntax'),
    ]);
  });

  it('warns of a floor without a currency in the Java variant, if the request is debugged', () => {
    const floors = [{ bidfloor: 2 }, { bidfloor: 2, bidfloorcur: 'USD' }, { bidfloor: 0 }];
    const request = requestOf(...floors.map((floor, index) => ({ ...floor, id: String(index), banner: { w: 1, h: 1 }, bidder: ids })));
    const java = rubicon.build({ ...builder, dialect: 'java' });
    const debugged = { ...request, ext: { srv: { debug: true } } };
    const warnings = [warning('Imp `0` floor provided with no currency, assuming USD')];
    expect([debugged, { ...request, test: 1 }].map((one) => java.makeRequests(one, info).errors)).toEqual([warnings, warnings]);
    expect([java.makeRequests(request, info).errors, make(debugged).errors]).toEqual([[], []]);
  });

  it('puts privacy and supply chain into their OpenRTB 2.5 fields, and at most 50 blocked advertisers', () => {
    const schain = { complete: 1, nodes: [], ver: '1.0' };
    const body = bodyOf(
      make({
        ...requestOf({ id: '1', banner: { w: 1, h: 1 }, bidder: { ...ids, visitor: { seen: ['a'] } } }),
        app: { id: 'app', ext: { data: { ['__proto__x']: 1, deep: { no: 1 }, half: 1.5 } } },
        user: { consent: 'c', yob: 2000, eids: [{ source: 's' }], ext: { data: { on: true } } },
        regs: { gdpr: 0, us_privacy: '1---', gpp: 'g' },
        source: { tid: 't', schain },
        badv: Array.from({ length: 60 }, (_, i) => `${i}.example`),
        cur: ['EUR'],
        device: { pxratio: 2, ext: { atts: 1 } },
      }).calls[0],
    );
    expect(body).toMatchObject({
      user: { ext: { consent: 'c', eids: [{ source: 's' }], rp: { target: { seen: ['a'], on: ['true'] } } } },
      app: { id: 'app', publisher: { ext: { rp: { account_id: 1 } } }, ext: { rp: { site_id: 2 } } },
      regs: { gpp: 'g', ext: { gdpr: 0, us_privacy: '1---' } },
      source: { tid: 't', ext: { schain } },
      device: { pxratio: 2, ext: { rp: { pixelratio: 2 } } },
      cur: undefined,
      imp: [{ ext: { rp: { target: { ['__proto__x']: ['1'] } } } }],
    });
    expect(body?.user).not.toHaveProperty('yob');
    const old = { ...requestOf({ id: '1', banner: { w: 1, h: 1 }, bidder: ids }), source: { ext: { schain, other: 1 } } };
    expect(bodyOf(make(old).calls[0])?.source).toEqual({ ext: { schain } });
    expect(body?.badv).toHaveLength(50);
  });

  it('reads price overrides, native markup and ids of the exchange', () => {
    const request = {
      ...requestOf({ id: '1', banner: {}, bidder: { ...ids, debug: { cpmoverride: 7 } } }, { id: '2', banner: {}, bidder: ids }),
      ext: { srv: { bidders: { rubicon: { debug: { cpmoverride: 5 } } } } },
    };
    const sent: Call = { method: 'POST', uri: '', headers: {}, body: requestOf({ id: '1', native: {}, banner: undefined }), impIds: ['1'] };
    const bids = [
      { id: '0', impid: '1', price: 1, adm_native: { assets: [] } },
      { id: 'b', impid: '2', price: 0, adm: 'x' },
    ];
    const read = (of: SharedRequest) =>
      adapter.makeBids(of, sent, response({ bidid: 'own', seatbid: [{ buyer: '9', seat: 's', bid: bids }] }));
    expect(read(request).result?.bids).toMatchObject([
      { type: 'native', bid: { id: 'own', price: 7, adm: '{"assets":[]}', ext: { srv: { meta: { networkId: 9, seat: 's' } } } } },
      { type: 'native', bid: { id: 'b', price: 5, adm: 'x' } },
    ]);
    expect(read(requestOf({ id: '1', bidder: ids })).result?.bids.map(({ bid }) => bid.price)).toEqual([1]);
  });

  it('gives bids ids of their own where a host of the Java variant requires it', () => {
    const of = requestOf({ id: '1', banner: { w: 1, h: 1 }, bidder: ids });
    const idOf = (extraInfo: string, dialect: 'go' | 'java') => {
      const own = rubicon.build({ ...builder, extraInfo, dialect });
      const [call] = own.makeRequests(of, info).calls;
      const { result } = own.makeBids(of, call as Call, response({ seatbid: [{ bid: [{ id: 'theirs', impid: '1', price: 1 }] }] }));
      return result?.bids.map(({ bid }) => bid.id);
    };
    const required = '{"generate_bid_id":true}';
    expect([idOf(required, 'java'), idOf('', 'java'), idOf(required, 'go')]).toEqual([['uuid'], ['theirs'], ['theirs']]);
  });
});
