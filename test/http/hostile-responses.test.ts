/** Bidders with malformed responses, over real sockets: they cost the bid or the bidder, and the response contains the reason. */
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runs } from '#properties/runs.ts';
import type { BidResponse } from '#src/openrtb/ortb.ts';
import { type BidderServer, bidderServer, bidOnAll, type RunningHost, startTestHost } from '#test/helpers/host.ts';

interface AuctionResult {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body: string | Uint8Array;
}

let server: BidderServer;
const hosts: { go?: RunningHost; java?: RunningHost } = {};
/** The response of `/hostile`. */
let hostile: AuctionResult = { body: '' };
let endless: ReturnType<typeof setInterval> | undefined;

beforeAll(async () => {
  server = await bidderServer((request, response, body) => {
    if (request.url !== '/hostile') response.end(bidOnAll(body));
    else if (hostile.body === 'endless') {
      response.writeHead(200);
      endless = setInterval(() => response.write(Buffer.alloc(64_000, 32)), 1);
      response.on('close', () => clearInterval(endless));
    } else response.writeHead(hostile.status ?? 200, hostile.headers).end(hostile.body);
  });
  const adapters = Object.fromEntries(
    ['good', 'hostile'].map((name) => [name, { alias_of: 'generic', enabled: true, endpoint: `${server.origin}/${name}` }]),
  );
  // These tests are about responses, not about the load of the machine.
  const admission = { max_wait_ms: 60_000 };
  const account_defaults = { events: { enabled: true }, debug_allow: true };
  for (const variant of ['go', 'java'] as const) {
    hosts[variant] = await startTestHost({ variant, adapters, account_defaults, http_client: { max_response_bytes: 100_000 }, admission });
  }
});

afterAll(async () => {
  clearInterval(endless);
  await hosts.go?.stop(1000);
  await hosts.java?.stop(1000);
  await server.close();
});

interface Reported {
  readonly bids: Record<string, string[]>;
  readonly message: string;
  readonly nonBids: Record<string, number[]>;
  readonly body: string;
}

/** An auction of two imps, with a well-behaved bidder and one that responds `with`. */
async function auction(variant: 'go' | 'java', with_: AuctionResult): Promise<Reported> {
  hostile = with_;
  const bidder = { good: {}, hostile: {} };
  const imp = ['imp-1', 'imp-2'].map((id) => ({
    id,
    ...(id === 'imp-1' ? { banner: { w: 300, h: 250 } } : { video: { mimes: ['video/mp4'], w: 1, h: 1, protocols: [2] } }),
    ext: { srv: { bidder } },
  }));
  const ext = { srv: { targeting: {}, returnallbidstatus: true, debug: true, multibid: [{ bidder: 'hostile', maxbids: 9 }] } };
  const body = JSON.stringify({ id: 'r', imp, site: { page: 'https://p.example/' }, tmax: 5000, ext });
  const response = await fetch(`${hosts[variant]?.origin}/openrtb2/auction`, { method: 'POST', body });
  expect(response.status).toBe(200);
  const json = await response.text();
  const { seatbid = [], ext: message = {} } = JSON.parse(json) as BidResponse & {
    ext: { seatnonbid?: { seat: string; nonbid: { statuscode: number }[] }[] };
  };
  return {
    bids: Object.fromEntries(seatbid.map(({ seat = '', bid }) => [seat, bid.map(({ id }) => id)])),
    message: JSON.stringify([message.errors ?? {}, message.warnings ?? {}]),
    nonBids: Object.fromEntries((message.seatnonbid ?? []).map(({ seat, nonbid }) => [seat, nonbid.map(({ statuscode }) => statuscode)])),
    body: json,
  };
}

const bid = (over: object = {}) => ({ id: 'h', impid: 'imp-1', price: 2, crid: 'c', adm: '<p>', mtype: 1, ...over });
const fine = bid({ id: 'fine' });
/** A response whose JSON is concatenated by hand: JSON.stringify would correct it. */
const responseOf = (...bids: (object | string)[]): AuctionResult => ({
  body: `{"id":"r","cur":"USD","seatbid":[{"bid":[${bids.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join(',')}]}]}`,
});
const textOf = (field: string, value: string): string => JSON.stringify(bid({ [field]: 'HERE' })).replace('"HERE"', value);

describe.each(['go', 'java'] as const)('on a host of the %s variant', (variant) => {
  test.each<[string, object | string, RegExp]>([
    ['a price beyond all numbers', textOf('price', '1e999'), /malformed 'price'/],
    ['a price out of range', bid({ price: 1e15 }), /has a 'price' out of range/],
    ['a price below zero', bid({ price: -1 }), /does not contain a positive|not contain a positive|does not contain/i],
    ['no price at all', bid({ price: 0 }), /positive/],
    ['no imp', bid({ impid: '' }), /missing required field 'impid'/],
    ['no id', bid({ id: '' }), /missing required field 'id'/],
    ['keys that reach for prototypes', textOf('ext', '{"__proto__":{"polluted":true}}'), /contains forbidden fields/],
    ['such keys further down', textOf('ext', '{"a":[{"constructor":{"prototype":{"polluted":true}}}]}'), /contains forbidden fields/],
    ['a pit without a bottom', textOf('ext', `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`), /contains forbidden fields|./],
  ])('a bid with %s is dropped alone, with an error', async (_, bad, why) => {
    const reported = await auction(variant, responseOf(bad, fine));
    expect(reported.bids['good']).toEqual(['b0', 'b1']);
    expect(reported.bids['hostile']).toEqual(['fine']);
    expect(reported.message).toMatch(why);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  test.each<[string, AuctionResult, RegExp]>([
    ['is no JSON', { body: '{"id":"r","seatbid":[{"bid":[{"price":NaN}]}]}' }, /./],
    ['is a page', { headers: { 'content-type': 'text/html' }, body: '<html>no bids</html>' }, /./],
    ['is nothing', { body: '' }, /./],
    ['is a list', { body: '[]' }, /./],
    ['is bytes', { headers: { 'content-type': 'application/octet-stream' }, body: Buffer.from([0xff, 0xfe, 0, 1, 2]) }, /./],
    ['is too large', { body: ' '.repeat(200_000) }, /larger than 100000 bytes/],
    [
      'is packed and too large',
      { headers: { 'content-encoding': 'gzip' }, body: gzipSync(Buffer.alloc(5_000_000, 32)) },
      /decoding the response body failed/,
    ],
    ['is not packed though it says so', { headers: { 'content-encoding': 'gzip' }, body: '{}' }, /decoding the response body failed/],
    ['comes in an encoding that was not accepted', { headers: { 'content-encoding': 'br' }, body: '{}' }, /unexpected content encoding/],
    ['never ends', { body: 'endless' }, /larger than 100000 bytes/],
  ])('a response that %s costs its bidder, with an error', async (_, bad, why) => {
    const reported = await auction(variant, bad);
    expect(reported.bids).toEqual({ good: ['b0', 'b1'] });
    expect(JSON.parse(reported.message)[0]).toHaveProperty('hostile');
    expect(reported.message).toMatch(why);
    expect(reported.nonBids['hostile']).toHaveLength(2);
  });

  test('a bid for an imp that is not in the request removes no other bid', async () => {
    const reported = await auction(variant, responseOf(bid({ impid: 'constructor' }), fine));
    expect(reported.bids).toEqual({ good: ['b0', 'b1'], hostile: variant === 'go' ? ['h', 'fine'] : ['fine'] });
    if (variant === 'java') expect(reported.message).toMatch(/no corresponding imp/);
  });

  test('bids with one id and for one imp are all distinguished', async () => {
    const reported = await auction(variant, responseOf(bid({ id: 'twin', price: 2 }), bid({ id: 'twin', price: 3 }), fine));
    expect(reported.bids['hostile']?.toSorted()).toEqual(['fine', 'twin', 'twin']);
    expect(reported.bids['good']).toEqual(['b0', 'b1']);
  });

  test.each([
    '<VAST',
    '<VAST version="3.0"><Ad><InLine><Impression>',
    '</Impression>',
    '\u0000\ud800',
    '<!DOCTYPE x [<!ENTITY a "b">]>&a;',
    '',
  ])('malformed VAST %j leaves its bid unchanged and all others complete', async (adm) => {
    const broken = bid({ id: 'vast', impid: 'imp-2', mtype: 2, adm, nurl: 'https://n.example/' });
    const reported = await auction(variant, responseOf(broken, fine));
    expect(reported.bids['good']).toEqual(['b0', 'b1']);
    expect(reported.bids['hostile']).toContain('fine');
  });
});

test('whatever bytes a bidder sends, the others are served and it is accounted for', async () => {
  const full = Buffer.from(responseOf(fine, bid()).body as string);
  const truncate = fc.nat(full.length).map((end) => full.subarray(0, end));
  const bent = fc.tuple(fc.nat(full.length - 1), fc.nat(255)).map(([at, byte]) => {
    const copy = Buffer.from(full);
    copy[at] = byte;
    return copy;
  });
  const bytes = fc.uint8Array({ maxLength: 200 });
  await fc.assert(
    fc.asyncProperty(fc.oneof(truncate, bent, bytes), fc.constantFrom('go', 'java'), async (body, variant) => {
      const reported = await auction(variant, { body });
      expect(reported.bids['good']).toEqual(['b0', 'b1']);
      expect([reported.bids['hostile']?.length ?? 0, reported.nonBids['hostile']?.length ?? 0]).not.toEqual([0, 0]);
    }),
    runs(60),
  );
});
