/** Event addresses of bids and trackers in their VAST. */

import { CODES } from '#src/bidders/errors.ts';
import type { Account } from '#src/config/account.ts';
import { type EventAddress, eventTail, eventUrl, eventUrlWithAuction } from '#src/events/event-url.ts';
import { joined } from '#src/lang/flat.ts';
import { insertImpression } from '#src/vast/impression.ts';
import { requestMacros } from '#src/vast/macros.ts';
import { injectTrackers } from '#src/vast/trackers.ts';
import { vastOf } from '#src/vast/wrapper.ts';
import type { Auction } from '../auction.ts';
import type { AuctionBid } from '../bid.ts';
import { OWN } from '../diagnostics.ts';
import type { Services } from '../services.ts';
import { configuredTrackers } from './configured-trackers.ts';

/** Whether the account or the request enables events. */
export const eventsAllowed = (account: Pick<Account, 'events'>, requested: unknown): boolean =>
  account.events.enabled || (requested !== undefined && requested !== null);

/** Writes `events` on bids and trackers into their VAST. A bidder that forbids changes keeps its VAST unchanged. */
export function addEvents(auction: Auction, services: Services): void {
  const rules = services.dialect.response.events(auction);
  if (!rules.urls && !rules.vast) return;
  for (const { bids } of auction.seats.values()) {
    for (const bid of bids) {
      const isVideo = bid.type === 'video';
      const address = addressOf(auction, services, bid);
      if (rules.urls && (rules.withAuction || !isVideo)) bid.events = bidEvents(address, rules.withAuction);
      if (!rules.vast || !isVideo || !services.bidders.known(bid.core)?.info.modifyingVastXmlAllowed) continue;
      trackImpression(auction, bid, address, rules.withAuction);
      trackMore(auction, bid, address);
    }
  }
}

function addressOf(auction: Auction, { config, dialect }: Services, bid: AuctionBid): Omit<EventAddress, 'type'> {
  const { integration } = auction.request.ext?.srv ?? {};
  return {
    externalUrl: config.external_url,
    bidId: bid.generatedId ?? bid.bid.id,
    accountId: auction.accountId,
    bidder: bid.seat,
    integration: typeof integration === 'string' ? integration : undefined,
    timestamp: dialect.response.timestamp(auction),
    auctionId: auction.request.id,
  };
}

/** Win and impression address of a bid. */
function bidEvents(address: Omit<EventAddress, 'type'>, withAuction: boolean): { win: string; imp: string } {
  if (withAuction) {
    const make = (type: 'win' | 'imp'): string => eventUrlWithAuction({ ...address, type, format: 'i' });
    return { win: make('win'), imp: make('imp') };
  }
  const tail = eventTail(address);
  return { win: joined(address.externalUrl, '/event?t=win', tail), imp: joined(address.externalUrl, '/event?t=imp', tail) };
}

function trackImpression(auction: Auction, bid: AuctionBid, address: Omit<EventAddress, 'type'>, withAuction: boolean): void {
  const { adm, nurl } = bid.bid;
  if (!adm && !nurl) return;
  const event: EventAddress = { ...address, type: 'imp', format: 'b' };
  const url = withAuction ? eventUrlWithAuction(event) : eventUrl(event);
  if (!adm) {
    bid.bid.adm = vastOf(bid.bid, url);
    return;
  }
  const { xml, outcome } = insertImpression(adm, url);
  bid.bid.adm = xml;
  if (outcome === 'no-ad' && withAuction) {
    const message = `VastXml does not contain neither InLine nor Wrapper for ${bid.bidder} response`;
    auction.diagnostics.warn(OWN, CODES.unknown, message, { debugOnly: true });
  }
}

/** Adds the account's trackers; a document that cannot hold them is unchanged. */
function trackMore(auction: Auction, bid: AuctionBid, address: Omit<EventAddress, 'type'>): void {
  const { events } = auction.account;
  const { adm } = bid.bid;
  if (!adm || !events.enabled || events.vast_events.length === 0) return;
  const values = {
    ...requestMacros(auction.request),
    'PBS-BIDID': address.bidId,
    'PBS-BIDDER': bid.seat,
    'PBS-ACCOUNTID': auction.accountId,
    'PBS-TIMESTAMP': String(Math.floor(auction.startedAt / 1000)),
  };
  const { xml, error } = injectTrackers(adm, '', configuredTrackers(events, address), values);
  if (error === undefined) bid.bid.adm = xml;
  else auction.diagnostics.warn(OWN, CODES.unknown, error, { debugOnly: true });
}
