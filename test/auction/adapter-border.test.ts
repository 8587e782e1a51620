/** Bugs of adapters as real exceptions, from the hook to log, metric and response. */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { runAuction } from '#machines/run.ts';
import type { Auction } from '#src/auction/auction.ts';
import { newAuction } from '#src/auction/new-auction.ts';
import { defineBidder } from '#src/bidders/kit/define.ts';
import { always } from '#src/bidders/kit/media-type.ts';
import type { TrafficSpec } from '#src/bidders/kit/spec.ts';
import { stages } from '#src/host/app.ts';
import { AuctionCounts } from '#src/metrics/auctions.ts';
import type { BidResponse } from '#src/openrtb/ortb.ts';
import { silentLog } from '#src/platform/log.ts';
import { aBidder, incoming, validRequest } from '#test/helpers/auction.ts';
import { WoundClock } from '#test/helpers/clock.ts';
import { registryOf, testServices } from '#test/helpers/services.ts';
import { ScriptedTransport } from '#test/helpers/transport.ts';
import { builder } from '../bidders/kit/builder.ts';

const secret = new TypeError('internal: cannot read properties of undefined');
const bug = (): never => {
  throw secret;
};

/** An auction of `broken`, which has these hooks, and `alpha`, which works. */
function auctionWith(hooks: Partial<TrafficSpec<object, undefined>>, responseMs = 1) {
  const clock = new WoundClock();
  const logged: object[] = [];
  const definition = defineBidder({
    code: 'broken',
    maintainer: '',
    capabilities: { site: ['banner'] },
    params: z.object({}),
    response: { mediaType: always('banner') },
    ...hooks,
  });
  const built = definition.build({ ...builder, name: 'broken', endpoint: 'http://bidder.example/broken' });
  const services = testServices({
    clock,
    settings: { gdpr: { default_value: '0' } },
    bidders: registryOf(aBidder('alpha'), aBidder('broken', { adapter: built })),
    log: { ...silentLog, error: (fields) => logged.push(fields) },
    transport: new ScriptedTransport(clock, ({ uri }) => {
      const code = uri.slice(uri.lastIndexOf('/') + 1);
      const bid = { id: code, impid: 'imp-1', price: 1, crid: 'c' };
      return { afterMs: code === 'broken' ? responseMs : 1, response: { body: JSON.stringify({ seatbid: [{ bid: [bid] }] }) } };
    }),
  });
  let ended: Auction | undefined;
  const auction = newAuction(
    'auction',
    incoming({ body: Buffer.from(JSON.stringify(validRequest(['alpha', 'broken']))) }),
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

describe('an adapter that throws', () => {
  test('while it makes requests costs its bidder only, is logged once with its stack, and is counted', () => {
    expect(auctionWith({ imp: bug })).toEqual({
      logged: [{ err: secret, bidder: 'broken', hook: 'makeRequests' }],
      panics: '1',
      seats: ['alpha'],
      errors: { broken: [{ code: 999, message: 'the adapter failed to make requests' }] },
    });
  });

  test('while it reads a response costs this response only, is logged once with its stack, and is counted', () => {
    expect(auctionWith({ response: { mediaType: bug } })).toEqual({
      logged: [{ err: secret, bidder: 'broken', hook: 'makeBids' }],
      panics: '1',
      seats: ['alpha'],
      errors: { broken: [{ code: 999, message: 'The adapter failed to read the response' }] },
    });
  });

  test('while it makes a timeout notice costs the notice only', () => {
    const made = auctionWith({ timeoutNotice: bug }, 10_000);
    expect(made.logged).toEqual([{ err: secret, bidder: 'broken', hook: 'timeoutNotice' }]);
    expect([made.panics, made.seats]).toEqual(['1', ['alpha']]);
    expect(JSON.stringify(made.errors)).not.toContain('internal');
  });
});
