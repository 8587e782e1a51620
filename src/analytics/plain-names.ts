/** Events in our own format (docs/ANALYTICS.md), as sent to the HTTP collector and Redis. `v` is the version of the format. */
import type { ExtKey } from '#src/openrtb/rename.ts';
import { AuctionReport } from './auction-report.ts';
import { EVENT_VERSION } from './event-schema.ts';
import type { JoinedBid } from './joined-bids.ts';
import { extKeyFor, field, stringIn, timeString } from './json.ts';
import type { Report } from './module.ts';
import type { NotificationReport, SyncReport } from './reports.ts';

/** A report as JSON. @param extension key of our extension object; `follow`: the caller's */
export function plainJson(report: Report, extension: ExtKey | 'follow'): string {
  if (report instanceof AuctionReport) return auction(report, extKeyFor(extension, report));
  return report.kind === 'notification' ? JSON.stringify(notification(report)) : JSON.stringify(sync(report));
}

const head = ({ id, kind, at, accountId }: Pick<Report, 'id' | 'kind' | 'at' | 'accountId'>) => ({
  v: EVENT_VERSION,
  id,
  kind,
  at,
  account: accountId ?? '',
});

function auction(report: AuctionReport, extKey: ExtKey): string {
  const { status, errors, requestType, tookMs, bidders, timeline } = report;
  const info = { ...head(report), status, errors, channel: requestType, took_ms: Math.round(tookMs * 1000) / 1000 };
  const stages = timeline.map(({ state, atUs, tookUs }) => ({ stage: state, at_us: Math.round(atUs), took_us: Math.round(tookUs) }));
  const { seatNonBids, hookOutcomes } = report;
  return [
    JSON.stringify(info).slice(0, -1),
    field('started_at', timeString(report.startedAt)),
    field('request', stringIn(extKey, report.request)),
    field('response', report.responseJson(extKey) ?? 'null'),
    field('bidders', JSON.stringify(bidders)),
    seatNonBids.length > 0 ? field('seatnonbid', stringIn(extKey, seatNonBids)) : '',
    hookOutcomes.length > 0 ? field('hooks', stringIn(extKey, hookOutcomes)) : '',
    field('stages', JSON.stringify(stages)),
    report.kind === 'amp'
      ? `${field('targeting', stringIn(extKey, report.targeting))}${field('origin', JSON.stringify(report.origin))}`
      : '',
    report.kind === 'video'
      ? `${field('video_request', stringIn(extKey, report.videoRequest))}${field('video_response', stringIn(extKey, report.videoResponse))}`
      : '',
    '}',
  ].join('');
}

function sync(report: SyncReport): object {
  const { event } = report;
  const info = { ...head(report), status: event.status, errors: event.errors };
  if (event.type === 'cookie_sync') return { ...info, bidder_status: event.bidderStatus };
  return { ...info, bidder: event.bidder, uid: event.uid, success: event.success };
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
