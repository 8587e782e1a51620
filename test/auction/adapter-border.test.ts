/** Bugs of adapters as real exceptions, from the hook to log, metric and response. */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { runAuction } from '#machines/run.ts';
import type { Auction } from '#src/auction/auction.ts';
import { newAuction } from '#src/auction/new-auction.ts';
import type { BidderDefinition } from '#src/bidders/bidder.ts';
import { badInput } from '#src/bidders/errors.ts';
import { defineBidder } from '#src/bidders/kit/define.ts';
import { always } from '#src/bidders/kit/media-type.ts';
import type { TrafficSpec } from '#src/bidders/kit/spec.ts';
import { makeRegistry } from '#src/bidders/registry.ts';
import { stages } from '#src/host/app.ts';
import { AuctionCounts } from '#src/metrics/auctions.ts';
import type { BidResponse } from '#src/openrtb/ortb.ts';
import { silentLog } from '#src/platform/log.ts';
import { aBidder, incoming, validRequest } from '#test/helpers/auction.ts';
import { WoundClock } from '#test/helpers/clock.ts';
import { registryOf, testConfig, testServices } from '#test/helpers/services.ts';
import { ScriptedTransport } from '#test/helpers/transport.ts';
import { builder } from '../bidders/kit/builder.ts';

const secret = new TypeError('internal: cannot read properties of undefined');
const bug = (): never => {
  throw secret;
};

type Hooks = Partial<TrafficSpec<object, undefined>>;

const brokenBidder = (hooks: Hooks): BidderDefinition =>
  defineBidder({
    code: 'broken',
    endpoint: 'http://bidder.example/broken',
    maintainer: '',
    capabilities: { site: ['banner'] },
    params: z.object({}),
    response: { mediaType: always('banner') },
    ...hooks,
  });

/** An auction of `broken`, which has these hooks, and `alpha`, which works. */
function auctionWith(hooks: Hooks, responseMs = 1, definition = brokenBidder(hooks)) {
  const clock = new WoundClock();
  const logged: object[] = [];
  const broken = makeRegistry([definition], testConfig(), builder.env).known('broken');
  if (!broken) throw new Error('no bidder');
  const services = testServices({
    clock,
    settings: { gdpr: { default_value: '0' } },
    bidders: registryOf(aBidder('alpha'), broken),
    log: { ...silentLog, error: (fields) => logged.push(fields) },
    transport: new ScriptedTransport(clock, ({ uri }) => {
      const code = uri.slice(uri.lastIndexOf('/') + 1);
      if (code === 'unreadable') return { afterMs: 1, response: { body: '{' } };
      const bid = { id: code, impid: 'imp-1', price: 1, crid: 'c' };
      return { afterMs: code === 'broken' ? responseMs : 1, response: { body: JSON.stringify({ seatbid: [{ bid: [bid] }], ext: {} }) } };
    }),
  });
  let ended: Auction | undefined;
  const auction = newAuction(
    'auction',
    incoming({ body: Buffer.from(JSON.stringify({ ...validRequest(['alpha', 'broken']), tmax: 500 })) }),
    services,
    (over) => {
      ended = over;
    },
  );
  runAuction(auction, services, stages);
  clock.wind(5000);
  const response = JSON.parse(ended?.clientResponse?.body ?? '{}') as BidResponse;
  if (ended) new AuctionCounts(services).ended(ended);
  const panics = /^adapter_panics\{adapter="broken"\} (\d+)$/m.exec(services.metrics.expose())?.[1];
  return { logged, panics, seats: response.seatbid?.map(({ seat }) => seat), errors: response.ext?.errors };
}

const throwing = (hook: 'makeRequests' | 'makeBids', message: string) => ({
  logged: [{ err: secret, bidder: 'broken', hook }],
  panics: '1',
  seats: ['alpha'],
  errors: { broken: [{ code: 999, message }] },
});

/** Every hook that runs before a call is sent. */
const OF_REQUESTS: Readonly<Record<string, Hooks>> = {
  before: { before: bug },
  readParams: { readParams: bug },
  checkImp: { checkImp: bug },
  badParams: { readParams: () => ({ error: 'unreadable' }), badParams: bug },
  'floor.error': {
    before: ({ request }) => ({ imp: request.imp.map((imp) => ({ ...imp, bidfloor: 1, bidfloorcur: 'EUR' })) }),
    floor: { to: 'USD', error: bug },
  },
  imp: { imp: bug },
  finishImp: { finishImp: bug },
  abortError: { checkImp: () => badInput('no'), onBadImp: 'abort', abortError: bug },
  noImps: { checkImp: () => 'skip', noImps: bug },
  fanout: { fanout: bug },
  uri: { uri: bug },
  macros: { macros: bug },
  headers: { headers: bug },
  request: { request: bug },
  body: { body: bug },
  editBody: { editBody: bug },
  impIds: { impIds: bug },
  calls: { calls: bug },
  'toJSON of a body': { body: () => ({ toJSON: bug }) },
};

/** Every hook that runs once a response is there. */
const OF_RESPONSES: Readonly<Record<string, Hooks>> = {
  status: { status: bug },
  unreadable: { uri: () => 'http://bidder.example/unreadable', response: { mediaType: always('banner'), unreadable: bug } },
  check: { response: { mediaType: always('banner'), check: bug } },
  noBid: { response: { mediaType: always('banner'), noBid: bug } },
  currency: { response: { mediaType: always('banner'), currency: bug } },
  checkBid: { response: { mediaType: always('banner'), checkBid: bug } },
  mediaType: { response: { mediaType: bug } },
  bid: { response: { mediaType: always('banner'), bid: bug } },
  extras: { response: { mediaType: always('banner'), extras: bug } },
  auctionConfigs: { response: { mediaType: always('banner'), auctionConfigs: bug } },
  parse: { parse: bug },
};

describe('an adapter that throws', () => {
  test.each(Object.keys(OF_REQUESTS))('in %s costs its bidder only, is logged once with its stack, and is counted', (name) => {
    expect(auctionWith(OF_REQUESTS[name] ?? {})).toEqual(throwing('makeRequests', 'the adapter failed to make requests'));
  });

  test.each(Object.keys(OF_RESPONSES))('in %s costs this response only, is logged once with its stack, and is counted', (name) => {
    expect(auctionWith(OF_RESPONSES[name] ?? {})).toEqual(throwing('makeBids', 'The adapter failed to read the response'));
  });

  test('while its file is loaded costs its bidder only, is logged once with its stack, and is counted', () => {
    const unloadable = { ...brokenBidder({}), build: bug };
    expect(auctionWith({}, 1, unloadable)).toEqual(throwing('makeRequests', 'the adapter failed to make requests'));
  });

  test('while it is set up costs its bidder only, is logged once with its stack, and is counted', () => {
    expect(auctionWith({ setup: bug })).toEqual(throwing('makeRequests', 'the adapter failed to make requests'));
  });

  test.each<[string, Hooks]>([
    ['throws', { timeoutNotice: bug }],
    ['cannot be serialized', { timeoutNotice: (call) => ({ ...call, body: { toJSON: bug } }) }],
  ])('while it makes a timeout notice costs the notice only if it %s', (_, hooks) => {
    const made = auctionWith(hooks, 10_000);
    expect(made.logged).toEqual([{ err: secret, bidder: 'broken', hook: 'timeoutNotice' }]);
    expect([made.panics, made.seats]).toEqual(['1', ['alpha']]);
    expect(JSON.stringify(made.errors)).not.toContain('internal');
  });

  test('with a body that JSON lacks is named with the reason in the log', () => {
    const { logged, ...rest } = auctionWith({ body: () => ({ n: 1n }) });
    const { logged: _, ...expected } = throwing('makeRequests', 'the adapter failed to make requests');
    expect(rest).toEqual(expected);
    expect(logged).toEqual([{ err: new TypeError('Do not know how to serialize a BigInt'), bidder: 'broken', hook: 'makeRequests' }]);
  });
});
