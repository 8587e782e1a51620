/** Events in our own names (docs/ANALYTICS.md): what the HTTP collector and Redis are sent. `v` is the version of the form. */
import type { Word } from '#src/wire/rename.ts';
import { AuctionReport } from './auction-report.ts';
import type { JoinedBid } from './joined-bids.ts';
import { member, textIn, timeText, wordFor } from './json.ts';
import type { Report } from './module.ts';
import type { NotificationReport, SyncReport } from './reports.ts';

export function plainText(report: Report, extension: Word | 'follow'): string {
  if (report instanceof AuctionReport) return auction(report, wordFor(extension, report));
  return report.kind === 'notification' ? JSON.stringify(notification(report)) : JSON.stringify(sync(report));
}

const head = ({ kind, at, accountId }: Pick<Report, 'kind' | 'at' | 'accountId'>) => ({ v: 1, kind, at, account: accountId ?? '' });

function auction(report: AuctionReport, word: Word): string {
  const { status, errors, channel, tookMs, bidders, timeline } = report;
  const facts = { ...head(report), status, errors, channel, took_ms: Math.round(tookMs * 1000) / 1000 };
  const stages = timeline.map(({ state, atUs, tookUs }) => ({ stage: state, at_us: Math.round(atUs), took_us: Math.round(tookUs) }));
  const { seatNonBids, hookOutcomes } = report;
  return [
    JSON.stringify(facts).slice(0, -1),
    member('started_at', timeText(report.startedAt)),
    member('request', textIn(word, report.request)),
    member('response', report.responseText(word) ?? 'null'),
    member('bidders', JSON.stringify(bidders)),
    seatNonBids.length > 0 ? member('seatnonbid', textIn(word, seatNonBids)) : '',
    hookOutcomes.length > 0 ? member('hooks', textIn(word, hookOutcomes)) : '',
    member('stages', JSON.stringify(stages)),
    report.kind === 'amp' ? `${member('targeting', textIn(word, report.targeting))}${member('origin', JSON.stringify(report.origin))}` : '',
    report.kind === 'video'
      ? `${member('video_request', textIn(word, report.videoRequest))}${member('video_response', textIn(word, report.videoResponse))}`
      : '',
    '}',
  ].join('');
}

function sync(report: SyncReport): object {
  const { event } = report;
  const facts = { ...head(report), status: event.status, errors: event.errors };
  if (event.type === 'cookie_sync') return { ...facts, bidder_status: event.bidderStatus };
  return { ...facts, bidder: event.bidder, uid: event.uid, success: event.success };
}

const notification = (report: NotificationReport): object => {
  const { type, vtype, bidId, bidder, timestamp, integration, auctionId } = report.event;
  return {
    ...head(report),
    type,
    vtype,
    bidid: bidId,
    bidder,
    timestamp,
    integration,
    auction: auctionId,
    bid: report.bid && joined(report.bid),
  };
};

const joined = (bid: JoinedBid): object => ({
  auction: bid.requestId,
  auction_started_at: bid.auctionStartedAt,
  imp: bid.impId,
  bidder: bid.bidder,
  price: bid.price,
  currency: bid.currency,
  type: bid.mediaType,
  dealid: bid.dealId,
  crid: bid.creativeId,
});
