/** Differences between the Java server's and the Go server's adapters in calls and bids. */
import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import thirtythreeacross from '#src/bidders/adapters/33across.ts';
import adf from '#src/bidders/adapters/adf.ts';
import adkernel from '#src/bidders/adapters/adkernel.ts';
import amx from '#src/bidders/adapters/amx.ts';
import appnexus from '#src/bidders/adapters/appnexus.ts';
import audienceNetwork from '#src/bidders/adapters/audienceNetwork.ts';
import criteo from '#src/bidders/adapters/criteo.ts';
import gumgum from '#src/bidders/adapters/gumgum.ts';
import improvedigital from '#src/bidders/adapters/improvedigital.ts';
import ix from '#src/bidders/adapters/ix.ts';
import medianet from '#src/bidders/adapters/medianet.ts';
import nexx360 from '#src/bidders/adapters/nexx360.ts';
import openx from '#src/bidders/adapters/openx.ts';
import pubmatic from '#src/bidders/adapters/pubmatic.ts';
import rubicon from '#src/bidders/adapters/rubicon.ts';
import sharethrough from '#src/bidders/adapters/sharethrough.ts';
import smartadserver from '#src/bidders/adapters/smartadserver.ts';
import taboola from '#src/bidders/adapters/taboola.ts';
import thetradedesk from '#src/bidders/adapters/thetradedesk.ts';
import triplelift from '#src/bidders/adapters/triplelift.ts';
import unruly from '#src/bidders/adapters/unruly.ts';
import yieldmo from '#src/bidders/adapters/yieldmo.ts';
import type { BidderDefinition, Builder, SharedRequest } from '#src/bidders/bidder.ts';
import { builder, info, requestOf, response, sent } from '../kit/builder.ts';

const DIALECTS = ['go', 'java'] as const;

/** The bodies of all calls, by dialect. */
const bodies = (definition: BidderDefinition, request: SharedRequest, over: Partial<Builder> = {}) =>
  DIALECTS.map((dialect) =>
    definition
      .build({ ...builder, ...over, dialect })
      .makeRequests(request, info)
      .calls.map(({ body }) => body as SharedRequest),
  );

/** The typed bids of a response, by dialect. */
const bids = (definition: BidderDefinition, request: SharedRequest, ...bid: object[]) =>
  DIALECTS.map(
    (dialect) =>
      definition.build({ ...builder, dialect }).makeBids(request, sent, response({ id: 'r', seatbid: [{ bid }] })).result?.bids ?? [],
  );

/** Errors of the request half, by dialect. */
const rejections = (definition: BidderDefinition, request: SharedRequest, over: Partial<Builder> = {}) =>
  DIALECTS.map((dialect) =>
    definition
      .build({ ...builder, ...over, dialect })
      .makeRequests(request, info)
      .errors.map(({ message }) => message),
  );

/** Errors of the response half, by dialect. */
const errors = (definition: BidderDefinition, request: SharedRequest, bid: object, over: Partial<Builder> = {}) =>
  DIALECTS.map((dialect) =>
    definition
      .build({ ...builder, ...over, dialect })
      .makeBids(request, sent, response({ id: 'r', seatbid: [{ bid: [bid] }] }))
      .errors.map(({ message }) => message),
  );

const banner = { banner: { w: 300, h: 250, format: [{ w: 300, h: 250 }] } };
const video = { video: { w: 1, h: 1, protocols: [2], mimes: ['video/mp4'], playbackmethod: [1], startdelay: 5 } };
const bid = { id: 'b', impid: '1', price: 1 };

describe('a call in the Java variant', () => {
  it('of 33across keeps the request’s own extension, names that server, and starts instream video at once', () => {
    const one = requestOf({ id: '1', bidder: { productId: 'instream', siteId: 's' }, ...video });
    const [go, java] = bodies(thirtythreeacross, { ...one, ext: { retained: 1, srv: {} } });
    expect(go?.[0]).toMatchObject({ ext: { ttx: { caller: [{ name: 'Prebid-Server' }] } }, imp: [{ video: { startdelay: 5 } }] });
    expect(go?.[0]?.ext).not.toHaveProperty('kept');
    expect(java?.[0]).toMatchObject({
      ext: { retained: 1, ttx: { caller: [{ name: 'Prebid-Server-Java' }] } },
      imp: [{ video: { startdelay: 0 } }],
    });
  });

  it('of adf keeps the request’s own extension beside a price type', () => {
    const one = { ...requestOf({ id: '1', bidder: { mid: 1, priceType: 'net' }, ...banner }), ext: { retained: 1 } };
    expect(bodies(adf, one).map(([body]) => body?.ext)).toEqual([
      { srv: {}, pt: 'net' },
      { srv: {}, pt: 'net', retained: 1 },
    ]);
  });

  it('of adkernel has audio before native and no imp without a format', () => {
    const one = requestOf({ id: '1', bidder: { zoneId: 1 }, native: {}, audio: {} }, { id: '2', bidder: { zoneId: 1 } });
    const ids = bodies(adkernel, one).map((all) => all.map(({ imp }) => imp.map(({ id }) => id)));
    expect(ids).toEqual([[['1n__mf', '1a__mf', '2']], [['1a__mf', '1n__mf']]]);
    expect(rejections(adkernel, one)).toEqual([[], ['Invalid imp id=2. Expected imp.banner / imp.video / imp.native']]);
  });

  it('of amx has unchanged floors', () => {
    const floors = bodies(amx, requestOf({ id: '1', bidfloor: 2, bidfloorcur: 'EUR', bidder: {}, ...banner })).map(([body]) => body?.imp);
    expect(floors).toMatchObject([[{ bidfloor: 3, bidfloorcur: 'USD' }], [{ bidfloor: 2, bidfloorcur: 'EUR' }]]);
  });

  it('of audienceNetwork supports only banner interstitials', () => {
    const one = requestOf({ id: '1', instl: 1, bidder: { placementId: 'pub_place' }, video: {} });
    const account = { platformId: 'p', appSecret: 'secret' };
    expect(rejections(audienceNetwork, { ...one, app: {}, user: { buyeruid: 'u' } }, account)).toEqual([
      [],
      ['imp #1: interstitial imps are only supported for banner'],
    ]);
  });

  it('of gumgum reports that no imp is left', () => {
    const cause = 'expect { or n, but found 1';
    expect(rejections(gumgum, requestOf({ id: '1', bidder: 1, ...banner }))).toEqual([[cause], [cause, 'No valid impressions']]);
  });

  it('of improvedigital is not made if one imp is invalid', () => {
    const request = requestOf({ id: '1', bidder: { placementId: 1 }, ...banner });
    const both = { ...request, imp: [...request.imp, { id: '2', ...banner }] };
    expect(bodies(improvedigital, both).map((all) => all.length)).toEqual([1, 0]);
    expect(rejections(improvedigital, both)).toEqual([['expect { or n, but found \0'], ['expect { or n, but found \0']]);
  });

  it('of audienceNetwork is sent under the request’s id, signed with it', () => {
    const one = requestOf({ id: '1', bidder: { placementId: 'pub_place' }, banner: { w: 320, h: 50 } });
    const signed = (id: string) => ({ id, ext: { authentication_id: createHmac('sha256', 'secret').update(id).digest('hex') } });
    const account = { platformId: 'p', appSecret: 'secret' };
    const [go, java] = bodies(audienceNetwork, { ...one, app: {}, user: { buyeruid: 'u' } }, account);
    expect([go?.[0], java?.[0]]).toMatchObject([signed('1'), signed('request')]);
  });

  it('of ix names that server', () => {
    const [go, java] = bodies(ix, { ...requestOf({ id: '1', bidder: { siteId: 's' }, ...banner }), ext: {} });
    expect([go?.[0], java?.[0]]).toMatchObject([{ ext: { ixdiag: { pbsp: 'go' } } }, { ext: { ixdiag: { pbsp: 'java' } } }]);
  });

  it('of medianet contains the host’s own address where the endpoint has its macro', () => {
    const over = { extraInfo: 'https://extra.example', server: { ...builder.server, externalUrl: 'https://host.example' } };
    const uris = (endpoint: string) =>
      DIALECTS.map((dialect) => {
        const { calls } = medianet.build({ ...builder, ...over, endpoint, dialect }).makeRequests(requestOf({ id: '1', ...banner }), info);
        return calls.map(({ uri }) => decodeURIComponent(uri));
      });
    expect(uris('https://a.example/')).toEqual([['https://a.example/?src=https://extra.example'], ['https://a.example/']]);
    const withMacro = 'https://a.example/?src={PREBID_SERVER_ENDPOINT}';
    expect(uris(withMacro)[1]).toEqual(['https://a.example/?src=https://host.example']);
  });

  it("of openx contains the first imp's data", () => {
    const imp = (id: string) => ({ id, bidder: { unit: '1', delDomain: `${id}.example` }, ...banner });
    const [go, java] = bodies(openx, requestOf(imp('one'), imp('two')));
    expect([go?.[0]?.ext?.['delDomain'], java?.[0]?.ext?.['delDomain']]).toEqual(['two.example', 'one.example']);
  });

  it('of openx also detects rewarded imps by our own mark, keeps other video extensions, and reports unsupported imps', () => {
    const own = requestOf(
      { id: '1', bidder: { unit: '1' }, video: { ext: { retained: 1 } }, rwdd: 1 },
      { id: '2', bidder: { unit: '1' }, video: { ext: { retained: 1 } } },
      { id: '3', bidder: { unit: '1' }, video: { ext: { retained: 1 } } },
      { id: '4', bidder: { unit: '1' }, audio: {} },
    );
    const mark = (imp: SharedRequest['imp'][number]) =>
      imp.id === '2' ? { ...imp, ext: { ...imp.ext, srv: { is_rewarded_inventory: 1 } } } : imp;
    const request = { ...own, imp: own.imp.map(mark) };
    const exts = bodies(openx, request).map((all) => all.map(({ imp }) => imp[0]?.video?.ext));
    expect(exts).toEqual([
      [{ rewarded: 1 }, undefined, undefined],
      [{ rewarded: 1 }, { rewarded: 1 }, { retained: 1 }],
    ]);
    expect(rejections(openx, request)).toEqual([[], ['OpenX only supports banner, video and native imps. Ignoring imp id=4']]);
  });

  it('of rubicon includes the bid id and sends segments as targeting only', () => {
    const bidder = { accountId: 1, siteId: 2, zoneId: 3 };
    const data = [{ ext: { segtax: 1 }, segment: [{ id: 'a' }] }];
    const site = { page: 'p', content: { language: 'en', data } };
    const [go, java] = bodies(rubicon, { ...requestOf({ id: '1', bidder, ...video }), site, user: { data }, device: {} });
    expect(go?.[0]).toMatchObject({
      imp: [{ video: { ext: { rp: {} } } }],
      site: { content: { language: 'en', data }, ext: { rp: { target: { iab: ['a'] } } } },
      user: { data },
      device: { ext: { rp: { pixelratio: 0 } } },
    });
    expect(go?.[0]?.imp[0]?.ext?.['rp']).not.toHaveProperty('pb_bid_id');
    expect(java?.[0]).toMatchObject({
      imp: [{ ...video, ext: { rp: { pb_bid_id: 'uuid' } } }],
      site: { content: { language: 'en' }, ext: { amp: 0, rp: { target: { iab: ['a'] } } } },
      device: { ext: { rp: {} } },
    });
    expect([java?.[0]?.site?.content, java?.[0]?.user, java?.[0]?.device?.ext]).toEqual([
      { language: 'en' },
      { ext: { rp: { target: {} } } },
      { rp: {} },
    ]);
  });

  it('of pubmatic finds its params under its own name, and names no bidder code', () => {
    const one = requestOf({ id: '1', bidder: { publisherId: 'p' }, ...banner });
    const params = { acat: ['c'], wrapper: { profile: 5 } };
    const ext = (bidderparams: object) => ({ ...one, ext: { srv: { bidderparams: bidderparams as never } } });
    const [go] = bodies(pubmatic, ext(params));
    const [, java] = bodies(pubmatic, ext({ pubmatic: params }));
    expect(go?.[0]?.ext).toEqual({ acat: ['c'], wrapper: { profile: 5, biddercode: 'pubmatic' } });
    expect(java?.[0]?.ext).toEqual({ acat: ['c'], wrapper: { profile: 5 } });
  });

  it('of sharethrough blocks only attributes of its own imp', () => {
    const imps = ['1', '2'].map((id) => ({ id, bidder: { pkey: 'k', bcat: [`IAB${id}`] }, ...banner }));
    const [go, java] = bodies(sharethrough, requestOf(...imps)).map((all) => all.map(({ bcat }) => bcat));
    expect(go).toEqual([['IAB1'], ['IAB1', 'IAB2']]);
    expect(java).toEqual([['IAB1'], ['IAB2']]);
  });

  it('of nexx360 and sharethrough names the server and its version in one record', () => {
    const over = { env: { ...builder.env, version: '1.2.3' } };
    const one = requestOf({ id: '1', bidder: { tagId: 't', pkey: 'k' }, ...banner });
    const ext = (version: string) => ({ nexx360: { caller: [{ name: 'Prebid-Server', version }] } });
    expect(bodies(nexx360, one, over).map(([body]) => body?.ext)).toEqual([ext('1.2.3'), ext('auctor/1.2.3')]);
    expect(bodies(sharethrough, one, over).map(([body]) => body?.source?.ext)).toEqual([
      { str: '10.0', version: '1.2.3' },
      { str: '10.0', version: 'auctor/1.2.3' },
    ]);
  });

  it('of taboola has the page type as its only extension', () => {
    const one = requestOf({ id: '1', bidder: { publisherId: 'p', tagId: 't', pageType: 'home' }, ...banner });
    const [go, java] = bodies(taboola, { ...one, ext: { more: 1 } });
    expect([go?.[0]?.ext, java?.[0]?.ext]).toEqual([{ more: 1, pageType: 'home' }, { pageType: 'home' }]);
  });

  it('of taboola lets no imp inherit the params of earlier ones', () => {
    const bidder = { publisherId: 'p', tagId: 't' };
    const request = requestOf({ id: '1', bidder: { ...bidder, bidfloor: 2 }, ...banner }, { id: '2', bidder, ...banner });
    const [go, java] = bodies(taboola, request).map(([body]) => body?.imp.map(({ bidfloor }) => bidfloor));
    expect([go, java]).toEqual([
      [2, 2],
      [2, undefined],
    ]);
  });

  it('of unruly contains one imp, unchanged params and the global placement id', () => {
    const imp = (id: string) => ({ id, bidder: { siteId: 7 }, ...banner });
    const request = requestOf(imp('1'), imp('2'));
    const placed = { ...request, imp: request.imp.map((one) => ({ ...one, ext: { ...one.ext, gpid: 'g' } })) };
    const [go, java] = bodies(unruly, placed).map((all) => all.map((body) => body.imp.map(({ ext }) => ext)));
    expect(go).toEqual([[{ bidder: { siteid: 0, siteId: 7 } }, { bidder: { siteid: 0, siteId: 7 } }]]);
    expect(java).toEqual([[{ bidder: { siteId: 7 }, gpid: 'g' }], [{ bidder: { siteId: 7 }, gpid: 'g' }]]);
  });
});

describe('an invalid imp in the Java variant', () => {
  /** Messages about a request, by dialect. */
  const messages = (definition: BidderDefinition, request: SharedRequest) =>
    DIALECTS.map((dialect) =>
      definition
        .build({ ...builder, dialect })
        .makeRequests(request, info)
        .errors.map(({ message }) => message),
    );

  it('is reported by rubicon with the message of magnite', () => {
    const bidder = { accountId: 1, siteId: 2, zoneId: 3 };
    expect(messages(rubicon, requestOf({ id: '1', banner: {}, bidder }))).toEqual([
      ['rubicon imps must have at least one imp.format element'],
      ['magnite imps must have at least one size element [w, h, format]'],
    ]);
  });

  it('is reported by smartadserver in one message', () => {
    const request = { ...requestOf({ id: '1', bidder: 1 }), imp: [{ id: '1', ext: 1 }] } as unknown as SharedRequest;
    expect(messages(smartadserver, request)).toEqual([['Error parsing bidderExt object'], ['Error parsing smartadserverExt parameters']]);
  });

  it('is not reported by yieldmo for floors, which triplelift leaves unchanged', () => {
    const floored = (bidder: object) => requestOf({ id: '1', banner: {}, bidfloor: 1, bidfloorcur: 'GBP', bidder });
    expect(messages(yieldmo, floored({ placementId: 'p' }))).toEqual([
      ['Unable to convert provided bid floor currency from GBP to USD'],
      [],
    ]);
    const [, java] = bodies(triplelift, floored({ inventoryCode: 'i' }));
    expect(java?.[0]?.imp).toMatchObject([{ bidfloor: 1, bidfloorcur: 'GBP' }]);
  });
});

describe('a bid in the Java variant', () => {
  it('of improvedigital contains the detected type', () => {
    const request = requestOf({ id: '1', bidder: {}, video: {} });
    expect(bids(improvedigital, request, bid).map(([one]) => one?.bid.mtype)).toEqual([undefined, 2]);
  });

  it('of improvedigital belongs to a deal by the full name of its buying type, and needs a type if its imp has several', () => {
    const request = requestOf({ id: '1', bidder: {}, video: {}, banner: {} });
    const deal = (buying_type: string) => ({ ...bid, mtype: 1, ext: { improvedigital: { line_item_id: 5, buying_type } } });
    expect(bids(improvedigital, request, deal('deal'), deal('dealer')).map((all) => all.map((one) => one.bid.dealid))).toEqual([
      ['5', '5'],
      ['5', undefined],
    ]);
    expect(errors(improvedigital, request, bid)).toEqual([
      ['Bid must have non-zero MType for multi format impression with ID: "1"'],
      ['Bid must have non-null mtype for multi format impression with ID: "1"'],
    ]);
  });

  it('is rejected by some with that variant’s messages', () => {
    const request = requestOf({ id: '1', bidder: {}, ...banner });
    const account = { platformId: 'p', appSecret: 'secret' };
    const stray = { ...bid, impid: '2', adm: '{"bid_id":"x"}' };
    expect([
      errors(adf, request, bid)[1],
      errors(adkernel, request, bid),
      errors(appnexus, request, bid)[1],
      errors(audienceNetwork, request, stray, account)[1],
      errors(ix, request, stray)[1],
    ]).toEqual([
      ['Failed to parse impression 1 mediatype'],
      [['Unsupported MType 0'], ['Missing MType for bid: b']],
      ['bidResponse.bid.ext should be defined for appnexus'],
      ['Invalid bid imp ID 2 does not match any imp IDs from the original bid request'],
      ['Unmatched impression id 2'],
    ]);
  });

  it('of criteo has no auction configs', () => {
    const ext = { igi: [{ impid: '1', igs: [{ config: { seller: 's' } }] }] };
    const configs = DIALECTS.map((dialect) => criteo.build({ ...builder, dialect }).makeBids(requestOf(), sent, response({ ext })).result);
    expect(configs.map((result) => result?.auctionConfigs?.length)).toEqual([1, undefined]);
  });

  it("of medianet has its imp's type by default", () => {
    const request = requestOf({ id: '1', bidder: {}, video: {} });
    const types = bids(medianet, request, bid, { ...bid, mtype: 3 }).map((all) => all.map(({ type }) => type));
    expect(types).toEqual([[], ['video', 'audio']]);
  });

  it('of pubmatic needs no extension', () => {
    const request = requestOf({ id: '1', bidder: {}, video: {} });
    expect(bids(pubmatic, request, { ...bid, mtype: 2 }).map(([one]) => one?.meta)).toEqual([undefined, { mediaType: 'video' }]);
  });

  it('of taboola keeps its billing address unchanged', () => {
    const request = requestOf({ id: '1', bidder: {}, ...banner });
    const priced = { ...bid, nurl: 'n${AUCTION_PRICE}', burl: 'b${AUCTION_PRICE}' };
    expect(bids(taboola, request, priced).map(([one]) => [one?.bid.nurl, one?.bid.burl])).toEqual([
      ['n1', 'b1'],
      ['n1', 'b${AUCTION_PRICE}'],
    ]);
  });

  it('of thetradedesk is never audio, and affects no other bid', () => {
    const adapter = thetradedesk.build({ ...builder, dialect: 'java' });
    const all = [3, 1, 4].map((mtype) => ({ ...bid, mtype }));
    const made = adapter.makeBids(requestOf(), sent, response({ seatbid: [{ bid: all }] }));
    expect(made.result?.bids.map(({ type }) => type)).toEqual(['banner', 'native']);
    expect(made.errors.map(({ message }) => message)).toEqual(['could not define media type for impression: 1']);
  });

  it('of triplelift that is malformed drops the later ones of its seat', () => {
    const ext = { triplelift_pb: { format: 11 } };
    const made = triplelift
      .build({ ...builder, dialect: 'java' })
      .makeBids(requestOf(), sent, response({ seatbid: [{ bid: [{ ...bid, ext }, bid, { ...bid, ext }] }, { bid: [{ ...bid, ext }] }] }));
    expect(made.result?.bids.map(({ type }) => type)).toEqual(['video', 'video']);
    expect(made.errors.map(({ message }) => message)).toEqual(['Empty ext in bid b']);
  });

  it('of unruly has the duration in its extension', () => {
    const request = requestOf({ id: '1', bidder: {}, video: {} });
    const reported = { ...bid, dur: 5, ext: { srv: { video: { duration: 7 } } } };
    expect(bids(unruly, request, reported).map(([one]) => one?.video?.duration)).toEqual([5, 7]);
  });

  it('of unruly is a banner if its imp is neither banner nor video', () => {
    const request = requestOf({ id: '1', bidder: {}, native: {} });
    expect(bids(unruly, request, bid).map(([one]) => one?.type)).toEqual([undefined, 'banner']);
  });

  it('of rubicon names the advertiser, as a number', () => {
    const one = requestOf({ id: '1', bidder: {}, ...banner });
    const exts = (ext: object) =>
      DIALECTS.map((dialect) => {
        const made = rubicon
          .build({ ...builder, dialect })
          .makeBids(one, { ...sent, body: one }, response({ seatbid: [{ bid: [{ ...bid, ext }] }] }));
        return made.result?.bids[0]?.bid.ext;
      });
    const reported = { rp: { advid: '7' } };
    expect(exts(reported)).toEqual([reported, { ...reported, srv: { meta: { advertiserId: 7 } } }]);
    expect(exts({ rp: { advid: 'x' } })).toEqual([{ rp: { advid: 'x' } }, { rp: { advid: 'x' } }]);
  });
});
