import { expect, test } from 'vitest';
import { plainJson } from '#src/analytics/plain-names.ts';
import type { NotificationReport } from '#src/analytics/reports.ts';
import type { Auction } from '#src/auction/auction.ts';
import { endedAuction } from '#test/helpers/analytics.ts';
import { incoming } from '#test/helpers/auction.ts';
import { auctionReport } from '#test/helpers/reports.ts';
import { testServices } from '#test/helpers/services.ts';

const services = testServices();

/** The fields besides those of all auctions. */
function ownFields(over: Partial<Auction>): unknown {
  const fieldsOf = (auction: Auction): [string, unknown][] =>
    Object.entries(JSON.parse(plainJson(auctionReport(auction, services, { name: 'm' }), 'srv')) as object);
  const common = new Set(fieldsOf(endedAuction(services)).map(([name]) => name));
  return Object.fromEntries(fieldsOf(endedAuction(services, undefined, over)).filter(([name]) => !common.has(name)));
}

const responded = (body: object): Auction['clientResponse'] => ({ status: 200, headers: {}, body: JSON.stringify(body) });

test('AMP and video auctions have what the page or player sent and received', () => {
  const page = incoming({ query: { __amp_source_origin: 'https://page.example' } });
  expect(ownFields({ endpoint: 'amp', incoming: page, clientResponse: responded({ targeting: { hb_pb: '1' } }) })).toEqual({
    targeting: { hb_pb: '1' },
    origin: 'https://page.example',
  });
  const input = { ...endedAuction(services).input, body: '{"podconfig":{}}' };
  expect(ownFields({ endpoint: 'video', input, clientResponse: responded({ adPods: [] }) })).toEqual({
    video_request: { podconfig: {} },
    video_response: { adPods: [] },
  });
});

test('a notification has its own fields and those of its bid', () => {
  const event = {
    type: 'imp',
    image: true,
    analytics: true,
    bidId: 'b',
    accountId: 'a',
    bidder: 'alpha',
    timestamp: 5,
    integration: 'web',
    auctionId: 'x',
  } as const;
  const bid = {
    requestId: 'r',
    auctionStartedAt: 4,
    impId: 'i',
    bidder: 'alpha',
    price: 1.5,
    currency: 'EUR',
    mediaType: 'video',
    dealId: 'd',
    creativeId: 'c',
  };
  const report = { id: 'event-id', kind: 'notification', at: 6, accountId: 'a', event, bid } as unknown as NotificationReport;
  expect(JSON.parse(plainJson(report, 'srv'))).toEqual({
    v: 1,
    id: 'event-id',
    kind: 'notification',
    at: 6,
    account: 'a',
    type: 'imp',
    bidid: 'b',
    bidder: 'alpha',
    timestamp: 5,
    integration: 'web',
    auction: 'x',
    bid: {
      auction: 'r',
      auction_started_at: 4,
      imp: 'i',
      bidder: 'alpha',
      price: 1.5,
      currency: 'EUR',
      type: 'video',
      dealid: 'd',
      crid: 'c',
    },
  });
});
