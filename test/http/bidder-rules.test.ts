import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Bid, BidRequest, Imp } from '#src/openrtb/ortb.ts';
import { type BidderServer, bidderServer, type RunningHost, startTestHost } from '#test/helpers/host.ts';

let server: BidderServer;
let hosts: { readonly go: RunningHost; readonly java: RunningHost };
let bidderResponse: object = {};

const bid = { id: 'b', impid: 'i', price: 1, crid: 'c', adm: '<a>', w: 300, h: 250 };
const banner = { format: [{ w: 300, h: 250 }] };
const RATES = { currency: { rates: { USD: { EUR: 0.5 } } } };

beforeAll(async () => {
  server = await bidderServer((_, response) => void response.writeHead(200).end(JSON.stringify(bidderResponse)));
  const at = (code: string) => ({ enabled: true, endpoint: `${server.origin}/${code}`, endpoint_compression: 'none' });
  const xapi = { username: 'u', password: 'p', tracker: '' };
  const guaranteed = { extra_info: JSON.stringify({ pg_endpoint: `${server.origin}/guaranteed` }) };
  const codes = ['pubmatic', 'amx', 'medianet', 'unruly', 'sharethrough', 'mediafuse'];
  const adapters = { ...Object.fromEntries(codes.map((code) => [code, at(code)])), smartadserver: { ...at('smart'), ...guaranteed } };
  const currency_converter = { fetch_interval_seconds: 0 };
  const [go, java] = await Promise.all([
    startTestHost({ adapters: { ...adapters, rubicon: { ...at('rubicon'), xapi } }, currency_converter }),
    startTestHost({ variant: 'java', adapters: { ...adapters, magnite: { ...at('magnite'), xapi } }, currency_converter }),
  ]);
  hosts = { go, java };
});

afterAll(async () => {
  await Promise.all([hosts.go.stop(1000), hosts.java.stop(1000)]);
  await server.close();
});

interface Auctioned {
  readonly url: string;
  readonly sent: BidRequest;
  readonly bid: Bid | undefined;
  readonly errors: unknown;
}

/** One auction with one bidder and one imp: its call, and its bid. */
async function auction(
  variant: 'go' | 'java',
  bidder: { readonly [code: string]: object },
  { imp = {}, over = {}, srv = {}, ...given }: { imp?: object; over?: object; srv?: object; bid?: object; seat?: object; cur?: string },
): Promise<Auctioned> {
  bidderResponse = { id: 'r', cur: given.cur, seatbid: [{ ...given.seat, bid: [{ ...bid, ...given.bid }] }] };
  const { ext, ...fields } = imp as Partial<Imp>;
  const imps = [{ id: 'i', banner, ...fields, ext: { ...ext, srv: { bidder } } }];
  const app = { id: 'a', bundle: 'b', publisher: { id: '1' } };
  const body = JSON.stringify({ id: 'r', imp: imps, app, ...over, ext: { srv } });
  const before = server.requests.length;
  const response = await fetch(`${hosts[variant].origin}/openrtb2/auction`, { method: 'POST', body });
  const made = (await response.json()) as { seatbid?: { bid: Bid[] }[]; ext: { errors?: unknown } };
  const call = server.requests[before];
  const sent = (call ? JSON.parse(call.body) : {}) as BidRequest;
  return { url: call?.url ?? '', sent, bid: made.seatbid?.[0]?.bid[0], errors: made.ext.errors };
}

const ids = { accountId: 1, siteId: 2, zoneId: 3 };
const reported = { srv: { meta: { networkId: 7, brandId: 3 }, video: { duration: 5, primary_category: 'x' } } };

describe('rubicon', () => {
  const source = { tid: 't', schain: { complete: 1, ver: '1.0', nodes: [] }, ext: { omidpn: 'n', omidpv: '1' } };

  test('receives the supply chain and nothing else of the extension of the source', async () => {
    const { sent } = await auction('go', { rubicon: ids }, { over: { source } });
    expect(sent.source).toEqual({ tid: 't', ext: { schain: source.schain } });
    const { sent: bySameRule } = await auction('java', { magnite: ids }, { over: { source } });
    expect(bySameRule.source?.ext).toEqual({ omidpn: 'n', omidpv: '1', schain: source.schain });
  });

  test('names the seat of a bid, with the network of its buyer only; the rest of its extension is kept', async () => {
    const ext = { ...reported, dsa: { paid: 'p' } };
    const made = await auction('go', { rubicon: ids }, { bid: { ext }, seat: { seat: 's' } });
    expect(made.bid?.ext).toEqual({
      dsa: { paid: 'p' },
      origbidcpm: 1,
      origbidcur: 'USD',
      srv: { type: 'banner', meta: { brandId: 3, seat: 's', adaptercode: 'rubicon' } },
    });
  });

  test('has the meta and the video of its own bid, in the Java variant', async () => {
    const made = await auction('java', { magnite: ids }, { bid: { ext: reported } });
    expect(made.bid?.ext).toEqual({
      origbidcpm: 1,
      origbidcur: 'USD',
      srv: { type: 'banner', meta: { ...reported.srv.meta, adaptercode: 'magnite' }, video: reported.srv.video },
    });
  });

  test('has the tracker of its file if the host has none; in the Java variant none, and the security of an imp is kept', async () => {
    const go = await auction('go', { rubicon: ids }, { imp: { secure: 0 } });
    const java = await auction('java', { magnite: ids }, { imp: { secure: 0 } });
    expect([go.url, go.sent.imp[0]?.secure]).toEqual(['/rubicon?tk_xint=SAME_AS_USERNAME', 1]);
    expect([java.url, java.sent.imp[0]?.secure]).toEqual(['/magnite', 0]);
  });

  test('receives a video beside a banner if all fields are given, in the Java variant even as zero', async () => {
    const video = { mimes: ['video/mp4'], protocols: [2], maxduration: 0, linearity: 0 };
    const types = async (variant: 'go' | 'java', code: string): Promise<string[]> => {
      const { sent } = await auction(variant, { [code]: ids }, { imp: { video } });
      return ['banner', 'video'].filter((type) => type in (sent.imp[0] ?? {}));
    };
    expect([await types('go', 'rubicon'), await types('java', 'magnite')]).toEqual([['banner'], ['video']]);
  });
});

test('a native bid of pubmatic for another imp is reported', async () => {
  const adm = JSON.stringify({ native: { assets: [{ id: 1, img: { url: 'u' } }], link: { url: 'l' } } });
  const made = await auction('go', { pubmatic: { publisherId: '5' } }, { bid: { mtype: 4, ext: {}, adm } });
  expect(made.errors).toEqual({ pubmatic: [{ code: 999, message: 'Could not find native imp' }] });
});

test('pubmatic receives the first-party data of an imp as key-values, in both variants', async () => {
  const given = { imp: { ext: { data: { a: 'x', n: 1, pbadslot: '/p' } } } };
  const params = { pubmatic: { publisherId: '5', dctr: 'k=v' } };
  const sent = [(await auction('go', params, given)).sent, (await auction('java', params, given)).sent];
  const ext = { key_val: 'k=v|a=x|n=1', dfp_ad_unit_code: '/p' };
  expect(sent.map(({ imp }) => imp[0]?.ext)).toEqual([ext, ext]);
});

test('amx receives the currencies of the request, and its meta survives, in the Java variant', async () => {
  const given = { imp: { bidfloor: 1, bidfloorcur: 'USD' }, over: { cur: ['EUR', 'USD'] }, srv: RATES, bid: { ext: reported } };
  const [go, java] = [await auction('go', { amx: { tagId: 't' } }, given), await auction('java', { amx: { tagId: 't' } }, given)];
  expect([go.sent.cur, go.bid?.ext?.srv?.meta]).toEqual([['USD'], { adaptercode: 'amx' }]);
  expect([java.sent.cur, java.bid?.ext?.srv?.meta]).toEqual([['EUR', 'USD'], { ...reported.srv.meta, adaptercode: 'amx' }]);
});

test('medianet is called under an endpoint of the host’s own as it is, in the Java variant', async () => {
  const params = { medianet: { cid: 'c', crid: 'd' } };
  const urls = [(await auction('go', params, {})).url, (await auction('java', params, {})).url];
  expect(urls).toEqual(['/medianet?src=https%3A%2F%2Fmedianet.golang.pbs.com', '/medianet']);
});

test('unruly receives its params as the request has them, in the Java variant', async () => {
  const { sent } = await auction('java', { unruly: { siteId: 5 } }, {});
  expect(sent.imp[0]?.ext).toEqual({ bidder: { siteId: 5 } });
});

test('sharethrough bids in dollars whatever its response says, in both variants', async () => {
  const given = { srv: RATES, bid: { ext: { srv: { type: 'banner' } } }, cur: 'EUR' };
  const [go, java] = [
    await auction('go', { sharethrough: { pkey: 'k' } }, given),
    await auction('java', { sharethrough: { pkey: 'k' } }, given),
  ];
  expect([go.bid?.price, java.bid?.price]).toEqual([1, 1]);
});

test('mediafuse takes a placement written as a string, in the Java variant', async () => {
  const { sent } = await auction('java', { mediafuse: { placementId: '80' } }, { bid: { ext: { appnexus: { bid_ad_type: 0 } } } });
  expect(sent.imp[0]?.ext).toEqual({ appnexus: { placement_id: 80 } });
});

test('smartadserver is called at the host’s endpoint for guaranteed deals, in the Java variant', async () => {
  const { url } = await auction('java', { smartadserver: { networkId: 73, programmaticGuaranteed: true } }, {});
  expect(url).toBe('/guaranteed');
});
