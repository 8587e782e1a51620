/** Bidders that answer with what no bidder should, over real sockets: it costs the bid or the bidder, and the answer says why. */
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runs } from '#properties/runs.ts';
import type { BidResponse } from '#src/wire/ortb.ts';
import { type BidderServer, bidderServer, bidOnAll, type RunningHost, startTestHost } from '#test/helpers/host.ts';

interface Answered {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body: string | Uint8Array;
}

let server: BidderServer;
const hosts: { go?: RunningHost; java?: RunningHost } = {};
/** What `/hostile` answers. */
let hostile: Answered = { body: '' };
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
  // These tests are about answers, not about how busy the machine is.
  const admission = { max_loop_delay_ms: 60_000 };
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

interface Told {
  readonly bids: Record<string, string[]>;
  readonly said: string;
  readonly nonBids: Record<string, number[]>;
  readonly text: string;
}

/** An auction of two imps, asked of one that behaves and of one that answers `with`. */
async function auction(variant: 'go' | 'java', with_: Answered): Promise<Told> {
  hostile = with_;
  const bidder = { good: {}, hostile: {} };
  const imp = ['imp-1', 'imp-2'].map((id) => ({
    id,
    ...(id === 'imp-1' ? { banner: { w: 300, h: 250 } } : { video: { mimes: ['video/mp4'], w: 1, h: 1, protocols: [2] } }),
    ext: { srv: { bidder } },
  }));
  const ext = { srv: { targeting: {}, returnallbidstatus: true, debug: true, multibid: [{ bidder: 'hostile', maxbids: 9 }] } };
  const body = JSON.stringify({ id: 'r', imp, site: { page: 'https://p.example/' }, tmax: 1500, ext });
  const answer = await fetch(`${hosts[variant]?.origin}/openrtb2/auction`, { method: 'POST', body });
  expect(answer.status).toBe(200);
  const text = await answer.text();
  const { seatbid = [], ext: said = {} } = JSON.parse(text) as BidResponse & {
    ext: { seatnonbid?: { seat: string; nonbid: { statuscode: number }[] }[] };
  };
  return {
    bids: Object.fromEntries(seatbid.map(({ seat = '', bid }) => [seat, bid.map(({ id }) => id)])),
    said: JSON.stringify([said.errors ?? {}, said.warnings ?? {}]),
    nonBids: Object.fromEntries((said.seatnonbid ?? []).map(({ seat, nonbid }) => [seat, nonbid.map(({ statuscode }) => statuscode)])),
    text,
  };
}

const bid = (over: object = {}) => ({ id: 'h', impid: 'imp-1', price: 2, crid: 'c', adm: '<p>', mtype: 1, ...over });
const fine = bid({ id: 'fine' });
/** An answer whose text is put together by hand: JSON.stringify would mend it. */
const answerOf = (...bids: (object | string)[]): Answered => ({
  body: `{"id":"r","cur":"USD","seatbid":[{"bid":[${bids.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join(',')}]}]}`,
});
const textOf = (member: string, value: string): string => JSON.stringify(bid({ [member]: 'HERE' })).replace('"HERE"', value);

describe.each(['go', 'java'] as const)('on a host of the %s variant', (variant) => {
  test.each<[string, object | string, RegExp]>([
    ['a price beyond all numbers', textOf('price', '1e999'), /malformed 'price'/],
    ['a price nobody pays', bid({ price: 1e15 }), /beyond all bounds/],
    ['a price below zero', bid({ price: -1 }), /does not contain a positive|not contain a positive|does not contain/i],
    ['no price at all', bid({ price: 0 }), /positive/],
    ['an imp that nobody asked for', bid({ impid: 'nobody' }), /no corresponding imp/],
    ['no imp', bid({ impid: '' }), /missing required field 'impid'/],
    ['no id', bid({ id: '' }), /missing required field 'id'/],
    ['keys that reach for prototypes', textOf('ext', '{"__proto__":{"polluted":true}}'), /members that are not allowed/],
    ['such keys further down', textOf('ext', '{"a":[{"constructor":{"prototype":{"polluted":true}}}]}'), /members that are not allowed/],
    ['a pit without a bottom', textOf('ext', `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`), /members that are not allowed|./],
  ])('a bid with %s is alone to go, and the answer says so', async (_, bad, why) => {
    const told = await auction(variant, answerOf(bad, fine));
    expect(told.bids['good']).toEqual(['b0', 'b1']);
    expect(told.bids['hostile']).toEqual(['fine']);
    expect(told.said).toMatch(why);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  test.each<[string, Answered, RegExp]>([
    ['is no JSON', { body: '{"id":"r","seatbid":[{"bid":[{"price":NaN}]}]}' }, /./],
    ['is a page', { headers: { 'content-type': 'text/html' }, body: '<html>no bids</html>' }, /./],
    ['is nothing', { body: '' }, /./],
    ['is a list', { body: '[]' }, /./],
    ['is bytes', { headers: { 'content-type': 'application/octet-stream' }, body: Buffer.from([0xff, 0xfe, 0, 1, 2]) }, /./],
    ['is too large', { body: ' '.repeat(200_000) }, /larger than 100000 bytes/],
    [
      'is packed and too large',
      { headers: { 'content-encoding': 'gzip' }, body: gzipSync(Buffer.alloc(5_000_000, 32)) },
      /cannot be decoded/,
    ],
    ['is not packed though it says so', { headers: { 'content-encoding': 'gzip' }, body: '{}' }, /cannot be decoded/],
    ['comes in an encoding nobody asked for', { headers: { 'content-encoding': 'br' }, body: '{}' }, /was not asked for/],
    ['never ends', { body: 'endless' }, /larger than 100000 bytes/],
  ])('an answer that %s costs its bidder, and the answer says so', async (_, bad, why) => {
    const told = await auction(variant, bad);
    expect(told.bids).toEqual({ good: ['b0', 'b1'] });
    expect(JSON.parse(told.said)[0]).toHaveProperty('hostile');
    expect(told.said).toMatch(why);
    expect(told.nonBids['hostile']).toHaveLength(2);
  });

  test('bids with one id and for one imp are all told apart', async () => {
    const told = await auction(variant, answerOf(bid({ id: 'twin', price: 2 }), bid({ id: 'twin', price: 3 }), fine));
    expect(told.bids['hostile']?.toSorted()).toEqual(['fine', 'twin', 'twin']);
    expect(told.bids['good']).toEqual(['b0', 'b1']);
  });

  test.each([
    '<VAST',
    '<VAST version="3.0"><Ad><InLine><Impression>',
    '</Impression>',
    '\u0000\ud800',
    '<!DOCTYPE x [<!ENTITY a "b">]>&a;',
    '',
  ])('broken VAST %j leaves its bid as it is and all others whole', async (adm) => {
    const broken = bid({ id: 'vast', impid: 'imp-2', mtype: 2, adm, nurl: 'https://n.example/' });
    const told = await auction(variant, answerOf(broken, fine));
    expect(told.bids['good']).toEqual(['b0', 'b1']);
    expect(told.bids['hostile']).toContain('fine');
  });
});

test('whatever bytes a bidder sends, the others are served and it is accounted for', async () => {
  const whole = Buffer.from(answerOf(fine, bid()).body as string);
  const cut = fc.nat(whole.length).map((end) => whole.subarray(0, end));
  const bent = fc.tuple(fc.nat(whole.length - 1), fc.nat(255)).map(([at, byte]) => {
    const copy = Buffer.from(whole);
    copy[at] = byte;
    return copy;
  });
  const bytes = fc.uint8Array({ maxLength: 200 });
  await fc.assert(
    fc.asyncProperty(fc.oneof(cut, bent, bytes), fc.constantFrom('go', 'java'), async (body, variant) => {
      const told = await auction(variant, { body });
      expect(told.bids['good']).toEqual(['b0', 'b1']);
      expect([told.bids['hostile']?.length ?? 0, told.nonBids['hostile']?.length ?? 0]).not.toEqual([0, 0]);
    }),
    runs(60),
  );
});
