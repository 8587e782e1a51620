/** Topic `event-urls`: addresses of a bid's events. */
import { cachedBid } from '#src/auction/cache/plan.ts';
import { addEvents, eventsAllowed } from '#src/auction/target/events.ts';
import type { MediaType } from '#src/bidders/bidder.ts';
import { accountSchema } from '#src/config/account.ts';
import { type EventAddress, eventUrl } from '#src/events/event-url.ts';
import { parseJson } from '#src/json/parse.ts';
import type { Bid } from '#src/openrtb/ortb.ts';
import { aBidder, anAuction, validRequest } from '#test/helpers/auction.ts';
import { aBid, collectBids } from '#test/helpers/bids.ts';
import { registryOf, testServices } from '#test/helpers/services.ts';
import type { Row } from '../suites/tables.ts';

export function run({ in: given }: Row): Record<string, unknown> {
  const account = accountSchema.parse({ events: { enabled: given['account'] === true } });
  const requested = given['request'] === true ? {} : undefined;
  if (given['op'] === 'allowed') return { allowed: eventsAllowed(account, requested) };
  if (given['op'] === 'url')
    return { url: eventUrl(toAddress((given['event'] ?? {}) as Record<string, string>, String(given['server'] ?? ''))) };
  const json = given['op'] === 'wurl' ? (parseJson(String(given['json'] ?? '')) as Partial<Bid> | undefined) : {};
  if (json === undefined) return { error: true };
  const generatedId = String(given['generatedBidId'] ?? '') || undefined;
  const bid = aBid({ id: 'BID-1' }, { seat: 'openx', core: 'openx', type: given['type'] as MediaType, generatedId });
  const services = testServices({ settings: { external_url: 'http://localhost' }, bidders: registryOf(aBidder('openx')) });
  const request = { ...validRequest(), ext: { srv: { events: requested } } };
  const auction = anAuction(services, request, { account, accountId: '123456', startedAt: 1234567890 });
  addEvents(collectBids(auction, bid), services);
  return given['op'] === 'urls' ? { urls: bid.events ?? null } : { json: cachedBid({ ...bid, bid: json as Bid }) };
}

const toAddress = (event: Record<string, string>, externalUrl: string): EventAddress => ({
  externalUrl,
  type: event['type'] as EventAddress['type'],
  vtype: event['vtype'],
  bidId: String(event['bidid'] ?? ''),
  accountId: String(event['account_id'] ?? ''),
  bidder: event['bidder'],
  format: event['format'],
  integration: event['integration'],
  timestamp: event['timestamp'] === undefined ? undefined : Number(event['timestamp']),
  analytics: event['analytics'],
});
