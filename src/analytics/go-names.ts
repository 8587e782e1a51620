/** Events in the Go variant's format: its field names in its order. */
import type { EventCall } from '#src/events/notification.ts';
import type { ExtKey } from '#src/openrtb/rename.ts';
import { AuctionReport } from './auction-report.ts';
import { accountJson, extKeyFor, field, stringIn, timeString } from './json.ts';
import type { Report } from './module.ts';
import type { NotificationReport, SyncReport } from './reports.ts';

/** @param head first field of the object as JSON: `"type":"/event"` */
export function goJson(report: Report, head: string, extension: ExtKey | 'follow'): string {
  if (report instanceof AuctionReport) return `{${head}${auction(report, extKeyFor(extension, report))}}`;
  return report.kind === 'notification' ? `{${head},${notification(report)}}` : `{${head}${sync(report)}}`;
}

function auction(report: AuctionReport, extKey: ExtKey): string {
  const response = report.responseJson(extKey) ?? 'null';
  const start = `${field('Status', String(report.status))}${field('Errors', JSON.stringify(report.errors))}`;
  const request = field('Request', stringIn(extKey, report.request));
  const end = field('StartTime', timeString(report.startedAt));
  const hooks = field('HookExecutionOutcome', stringIn(extKey, report.hookOutcomes));
  if (report.kind === 'amp') {
    const targeting = field('AmpTargetingValues', stringIn(extKey, report.targeting));
    const origin = field('Origin', JSON.stringify(report.origin));
    return `${start}${request}${field('AuctionResponse', response)}${targeting}${origin}${end}${hooks}`;
  }
  if (report.kind === 'video') {
    const videoRequest = field('VideoRequest', stringIn(extKey, report.videoRequest));
    const responded = field('VideoResponse', stringIn(extKey, report.videoResponse));
    return `${start}${request}${field('Response', response)}${videoRequest}${responded}${end}`;
  }
  return `${start}${request}${field('Response', response)}${field('Account', accountJson(report.account))}${end}${hooks}`;
}

function sync({ event }: SyncReport): string {
  const { status, errors } = event;
  if (event.type === 'cookie_sync') return `,${nested({ Status: status, Errors: errors, BidderStatus: event.bidderStatus })}`;
  return `,${nested({ Status: status, Bidder: event.bidder, UID: event.uid, Errors: errors, Success: event.success })}`;
}

const nested = (fields: object): string => JSON.stringify(fields).slice(1, -1);

const notification = ({ event, account }: NotificationReport): string =>
  `"request":${JSON.stringify(eventFields(event))},"account":${accountJson(account)}`;

/** The event's fields by parameter name; empty ones are omitted. */
const eventFields = (event: EventCall): object => ({
  type: event.type,
  format: event.image ? 'i' : 'b',
  analytics: event.analytics ? '1' : '0',
  bidid: event.bidId,
  account_id: event.accountId,
  bidder: event.bidder || undefined,
  timestamp: event.timestamp || undefined,
  integration: event.integration || undefined,
  vtype: event.vtype,
});
