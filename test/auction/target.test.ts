import { describe, expect, it } from 'vitest';
import { dealTiers, isValidTier } from '#src/auction/target/deal-tiers.ts';
import { target } from '#src/auction/target.ts';
import { accountSchema } from '#src/config/account.ts';
import type { RequestSrv } from '#src/openrtb/ext.ts';
import { aBidder, anAuction, hostInfo, validRequest } from '#test/helpers/auction.ts';
import { aBid, collectBids, targetingSettings } from '#test/helpers/bids.ts';
import { registryOf, testServices } from '#test/helpers/services.ts';

type Over = { srv?: RequestSrv; account?: object; settings?: object; targeting?: boolean; auction?: object };

function anAuctionOf(...bids: ReturnType<typeof aBid>[]) {
  return ({ srv = {}, account = {}, settings = {}, targeting = true, auction: over = {} }: Over = {}) => {
    const bidders = registryOf(aBidder('alpha'), aBidder('beta', { info: hostInfo({ modifyingVastXmlAllowed: false }) }));
    const services = testServices({ settings: { external_url: 'https://bids.example', ...settings }, bidders });
    const auction = anAuction(
      services,
      { ...validRequest(), ext: { srv } },
      {
        account: accountSchema.parse(account),
        accountId: 'pub',
        startedAt: 1000,
        targeting: targeting ? targetingSettings() : undefined,
        ...over,
      },
    );
    collectBids(auction, ...bids);
    expect(target(auction, services)).toBeUndefined();
    return auction;
  };
}
const [low, high, deal] = [
  () => aBid({ id: 'low', price: 1 }),
  () => aBid({ id: 'high', price: 2 }, { seat: 'beta', core: 'beta' }),
  () => aBid({ id: 'deal', price: 0.5, dealid: 'd' }),
];
const ids = (bids: readonly { bid: { id: string } }[] = []) => bids.map(({ bid }) => bid.id);

describe('the target state', () => {
  it('finds the highest bid of each imp and builds key-values', () => {
    const auction = anAuctionOf(low(), high(), aBid({ id: 'other', impid: 'imp-2', price: 3 }))();
    expect([...auction.winners].map(([imp, { bid }]) => [imp, bid.id])).toEqual([
      ['imp-1', 'high'],
      ['imp-2', 'other'],
    ]);
    expect(auction.winners.get('imp-1')?.targeting).toEqual({
      hb_pb_beta: '2.00',
      hb_pb: '2.00',
      hb_bidder_beta: 'beta',
      hb_bidder: 'beta',
    });
    expect(auction.seats.get('alpha')?.bids[0]?.targeting).toEqual({ hb_pb_alpha: '1.00', hb_bidder_alpha: 'alpha' });
  });

  it('keeps the first of equal bids, and prefers deals if configured', () => {
    expect(anAuctionOf(low(), aBid({ id: 'same', price: 1 }, { seat: 'beta' }))().winners.get('imp-1')?.bid.id).toBe('low');
    const preferred = anAuctionOf(low(), deal(), high())({ auction: { targeting: targetingSettings({ preferDeals: true }) } });
    expect(preferred.winners.get('imp-1')?.bid.id).toBe('deal');
  });

  it('picks no winner without targeting, and drops no bids', () => {
    const auction = anAuctionOf(low(), high(), deal())({ targeting: false, account: { default_bid_limit: 1 } });
    expect([auction.winners.size, ids(auction.seats.get('alpha')?.bids)]).toEqual([0, ['low', 'deal']]);
  });

  it("limits to the account's setting; with extra bids removed, to maxbids", () => {
    expect(ids(anAuctionOf(low(), deal())({ account: { default_bid_limit: 1 } }).seats.get('alpha')?.bids)).toEqual(['low']);
    expect(ids(anAuctionOf(low(), deal())({ settings: { variant: 'java' }, targeting: false }).seats.get('alpha')?.bids)).toEqual(['low']);
    const multibid = [{ bidder: 'alpha', maxbids: 2, targetbiddercodeprefix: 'al' }];
    const retained = anAuctionOf(low(), deal())({ settings: { variant: 'java' }, auction: { multibid } }).seats.get('alpha')?.bids ?? [];
    expect(retained.map(({ bid, targetBidderCode }) => [bid.id, targetBidderCode])).toEqual([
      ['low', 'alpha'],
      ['deal', 'al2'],
    ]);
    const other = () => [low(), deal()].map((bid) => ({ ...bid, seat: 'other' }));
    const seats = [{ variant: 'java' as const }, {}].map(
      (settings) => anAuctionOf(...other())({ settings, auction: { multibid } }).seats.get('other')?.bids ?? [],
    );
    expect(seats.map((bids) => bids.map(({ bid, targetCode }) => [bid.id, targetCode]))).toEqual([
      [
        ['low', 'other'],
        ['deal', 'al2'],
      ],
      [
        ['low', 'other'],
        ['deal', undefined],
      ],
    ]);
  });

  it('ranks all bids if the account enables it', () => {
    const auction = anAuctionOf(low(), high())({ account: { ranking: { enabled: true } } });
    expect([...auction.seats.values()].flatMap(({ bids }) => bids.map(({ rank }) => rank))).toEqual([2, 1]);
  });

  it('includes the environment: an app, an AMP page', () => {
    const app = anAuctionOf(low())({ auction: { request: { ...validRequest(), app: { id: 'app' } } } });
    const amp = anAuctionOf(low())({ auction: { endpoint: 'amp' } });
    expect([app, amp].map(({ winners }) => winners.get('imp-1')?.targeting?.['hb_env'])).toEqual(['mobile-app', 'amp']);
  });

  it('writes nothing if neither winners nor bidders are included, not even deals', () => {
    const nobody = targetingSettings({ includeWinners: false, includeBidderKeys: false, includeFormat: true, alwaysIncludeDeals: true });
    const auction = anAuctionOf(deal())({ auction: { targeting: nobody } });
    expect([auction.winners.get('imp-1')?.bid.id, auction.winners.get('imp-1')?.targeting]).toEqual(['deal', undefined]);
  });

  it('leaves an auction without bids unchanged', () => expect(anAuctionOf()().winners.size).toBe(0));
});

describe('deal tiers', () => {
  const tier = (dealTier: object) => ({
    ...validRequest(),
    imp: [{ id: 'imp-1', ext: { srv: { bidder: { ALPHA: { dealTier } } } } }],
    ext: { srv: { supportdeals: true, targeting: { includebrandcategory: {} } } },
  });
  const tiered = (priority: number, request: object, settings = {}) => {
    const auction = anAuctionOf(aBid({ price: 12 }, { dealPriority: priority, video: { duration: 30, primary_category: '' } }))({
      auction: { request },
      settings,
    });
    const [bid] = auction.seats.get('alpha')?.bids ?? [];
    return {
      text: bid?.categoryDuration,
      key: bid?.targeting?.['hb_pb_cat_dur'],
      satisfied: bid?.dealTierSatisfied,
      errors: auction.diagnostics.errors.get('srv'),
    };
  };

  it("replace the price if the bid's priority reaches them", () => {
    const request = tier({ prefix: 'tier', minDealTier: 5 });
    expect(tiered(7, request)).toEqual({ text: 'tier7_30s', key: 'tier7_30s', satisfied: true, errors: undefined });
    expect(tiered(7, request, { variant: 'java' }).text).toBe('tier5_30s');
    expect(tiered(4, request)).toEqual({ text: '12.00_30s', key: '12.00_30s', satisfied: undefined, errors: undefined });
    expect(tiered(0, request).text).toBe('12.00_30s');
  });

  it('report a bidder with an invalid tier', () => {
    const message = "dealTier configuration invalid for bidder 'alpha', imp ID 'imp-1'";
    expect(tiered(7, tier({ prefix: '' })).errors).toEqual([{ code: 999, message }]);
    expect(tiered(7, { ...tier({}), imp: [] }).errors).toEqual([{ code: 999, message }]);
  });

  it('are read from parameters only', () => {
    const canonical = (code: string) => code.toLowerCase();
    const read = (bidder: object) => dealTiers({ srv: { bidder } }, canonical);
    const A = { dealTier: { prefix: 'p', minDealTier: 1 } };
    expect([...(read({ A, b: null, c: { dealTier: null } }) ?? [])]).toEqual([['a', A.dealTier]]);
    expect([null, {}, { srv: null }].map((ext) => dealTiers(ext, canonical)?.size)).toEqual([0, 0, 0]);
    expect([isValidTier(undefined), isValidTier({ prefix: 'p', minDealTier: 0 }), isValidTier({ prefix: 'p', minDealTier: 1 })]).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('of an imp are none if one of them is malformed', () => {
    const A = { dealTier: { prefix: 'p', minDealTier: 1 } };
    for (const b of [7, { dealTier: [] }, { dealTier: { prefix: 7 } }, { dealTier: { prefix: 'p', minDealTier: '1' } }])
      expect(dealTiers({ srv: { bidder: { A, b } } }, (code) => code)).toBeUndefined();
    expect(['text', { srv: [] }, { srv: { bidder: 7 } }].map((ext) => dealTiers(ext, (code) => code))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('without categories only mark the bid', () => {
    const request = { ...tier({ prefix: 'tier', minDealTier: 1 }), ext: { srv: { supportdeals: true } } };
    expect(tiered(7, request)).toEqual({ text: undefined, key: undefined, satisfied: true, errors: undefined });
  });
});

describe('events', () => {
  const video = (adm?: string, nurl?: string, over = {}) => aBid({ id: 'v', adm, nurl }, { type: 'video', ...over });
  const url = (type: string, format = '') => `https://bids.example/event?t=${type}&b=v&a=pub&bidder=alpha${format}&ts=1000`;
  const on = { account: { events: { enabled: true } } };

  it('are added to banners, and tracked in the VAST of videos', () => {
    const auction = anAuctionOf(aBid({ id: 'v' }), video('<InLine><Impression>x</Impression></InLine>'))({ srv: { events: {} } });
    const [banner, tracked] = auction.seats.get('alpha')?.bids ?? [];
    expect([banner?.events, tracked?.events]).toEqual([{ win: url('win'), imp: url('imp') }, undefined]);
    expect(tracked?.bid.adm).toBe(`<InLine><Impression>x</Impression><Impression><![CDATA[${url('imp', '&f=b')}]]></Impression></InLine>`);
  });

  it('contain the generated id and the start of the auction, account and integration', () => {
    const auction = anAuctionOf(aBid({}, { generatedId: 'own' }))({ ...on, srv: { auctiontimestamp: 77, integration: 'i' } });
    expect(auction.seats.get('alpha')?.bids[0]?.events?.win).toBe(
      'https://bids.example/event?t=win&b=own&a=pub&bidder=alpha&int=i&ts=1000',
    );
  });

  it("turn an address into VAST, and leave other bidders' VAST, banners and empty bids unchanged", () => {
    const auction = anAuctionOf(
      video('', 'http://n'),
      video(undefined, undefined),
      video('<InLine><Impression/></InLine>', '', { seat: 'beta', core: 'beta' }),
    )(on);
    expect([...auction.seats.values()].flatMap(({ bids }) => bids.map(({ bid }) => bid.adm?.includes('t=imp')))).toEqual([
      true,
      undefined,
      false,
    ]);
  });

  it('are disabled by default', () => {
    expect(anAuctionOf(aBid())().seats.get('alpha')?.bids[0]?.events).toBeUndefined();
  });

  it('need the account, then the request or the request type, in the other shape', () => {
    const reported = (over: Over) =>
      anAuctionOf(aBid({ id: 'v' }))({ settings: { response: { shape: 'java' } }, ...over }).seats.get('alpha')?.bids[0]?.events?.win;
    const named = 'https://bids.example/event?t=win&b=v&a=pub&aid=request&ts=1000&bidder=alpha&f=i&int=';
    expect(reported({ ...on, srv: { events: {} } })).toBe(named);
    expect(reported({ ...on, srv: { channel: { name: 'APP' } } })).toBe(named);
    expect(
      reported({
        account: { events: { enabled: true }, analytics: { auction_events: { Web: true } } },
        srv: { channel: { name: 'pbjs' } },
      }),
    ).toBe(named);
    const ofRequestTypes = (auction_events: Record<string, boolean>) => ({ events: { enabled: true }, analytics: { auction_events } });
    expect(reported({ account: ofRequestTypes({ pbjs: true }) })).toBe(named);
    expect(reported({ account: ofRequestTypes({ pbjs: true, web: false }) })).toBeUndefined();
    expect(reported({ account: ofRequestTypes({ amp: true }) })).toBeUndefined();
    expect([
      reported(on),
      reported({ srv: { events: {} } }),
      reported({ ...on, srv: { events: { enabled: false } } }),
      reported({ ...on, srv: { channel: { name: 'tv' } } }),
      reported({ ...on, srv: { channel: { name: 'constructor' } } }),
    ]).toEqual(Array(5).fill(undefined));
  });

  it('warn, in debug output only, of video markup that is not VAST in the other shape', () => {
    const auction = anAuctionOf(
      video('some-ad'),
      video('<InLine><Impression/></InLine>'),
    )({ settings: { response: { shape: 'java' } }, ...on });
    expect(auction.diagnostics.warnings.get('srv')).toEqual([
      { code: 999, message: 'VastXml does not contain neither InLine nor Wrapper for alpha response', debugOnly: true },
    ]);
    expect(auction.seats.get('alpha')?.bids[1]?.bid.adm).toContain('&f=b&int=]]>');
  });

  it("insert the account's configured trackers into VAST", () => {
    const vast_events = [
      { create_element: 'error', urls: ['http://e?b=##PBS-BIDID##'], exclude_default_url: true },
      { create_element: 'tracking', type: 'start', urls: ['http://t'] },
      { create_element: 'tracking', type: 'start', urls: [] },
      { create_element: 'tracking' },
      { create_element: 'impression', urls: [] },
    ];
    const auction = anAuctionOf(
      video('<InLine><Impression/><Linear/></InLine>'),
      video('not xml <'),
    )({ account: { events: { enabled: true, vast_events } } });
    const [tracked, broken] = auction.seats.get('alpha')?.bids ?? [];
    const start = 'https://bids.example/event?t=vast&b=v&a=pub&bidder=alpha&f=b&ts=1000&vtype=start';
    const events = [start, 'http://t', start].map((text) => `<Tracking event="start"><![CDATA[${text}]]></Tracking>`).join('');
    expect(tracked?.bid.adm).toBe(
      `<InLine><Impression></Impression><Impression><![CDATA[${url('imp', '&f=b')}]]></Impression><Linear><TrackingEvents>${events}</TrackingEvents></Linear><Error><![CDATA[http://e?b=v]]></Error></InLine>`,
    );
    expect([broken?.bid.adm, auction.diagnostics.warnings.get('srv')?.length]).toEqual(['not xml <', 1]);
    const own = [{ create_element: 'impression', urls: [] }];
    const custom = anAuctionOf(video('<InLine/>'))({ account: { events: { enabled: true, default_url: 'http://d', vast_events: own } } });
    expect(custom.seats.get('alpha')?.bids[0]?.bid.adm).toBe('<InLine><Impression><![CDATA[http://d]]></Impression></InLine>');
  });
});
