/** Events as the Go variant writes them: its field names, in its order (info-admin-analytics.md 12 and 14). */
import type { EventCall } from '#src/events/notification.ts';
import type { Word } from '#src/wire/rename.ts';
import { AuctionReport } from './auction-report.ts';
import { accountText, member, textIn, timeText, wordFor } from './json.ts';
import type { Report } from './module.ts';
import type { NotificationReport, SyncReport } from './reports.ts';

/** @param head first member of the object, as text: `"type":"/event"` */
export function goText(report: Report, head: string, extension: Word | 'follow'): string {
  if (report instanceof AuctionReport) return `{${head}${auction(report, wordFor(extension, report))}}`;
  return report.kind === 'notification' ? `{${head},${notification(report)}}` : `{${head}${sync(report)}}`;
}

function auction(report: AuctionReport, word: Word): string {
  const response = report.responseText(word) ?? 'null';
  const start = `${member('Status', String(report.status))}${member('Errors', JSON.stringify(report.errors))}`;
  const request = member('Request', textIn(word, report.request));
  const end = member('StartTime', timeText(report.startedAt));
  const hooks = member('HookExecutionOutcome', textIn(word, report.hookOutcomes));
  if (report.kind === 'amp') {
    const targeting = member('AmpTargetingValues', textIn(word, report.targeting));
    const origin = member('Origin', JSON.stringify(report.origin));
    return `${start}${request}${member('AuctionResponse', response)}${targeting}${origin}${end}${hooks}`;
  }
  if (report.kind === 'video') {
    const asked = member('VideoRequest', textIn(word, report.videoRequest));
    const answered = member('VideoResponse', textIn(word, report.videoResponse));
    return `${start}${request}${member('Response', response)}${asked}${answered}${end}`;
  }
  return `${start}${request}${member('Response', response)}${member('Account', accountText(report.account))}${end}${hooks}`;
}

function sync({ event }: SyncReport): string {
  const { status, errors } = event;
  if (event.type === 'cookie_sync') return `,${inner({ Status: status, Errors: errors, BidderStatus: event.bidderStatus })}`;
  return `,${inner({ Status: status, Bidder: event.bidder, UID: event.uid, Errors: errors, Success: event.success })}`;
}

const inner = (fields: object): string => JSON.stringify(fields).slice(1, -1);

const notification = ({ event, account }: NotificationReport): string =>
  `"request":${JSON.stringify(eventFields(event))},"account":${accountText(account)}`;

/** The call by the names of its parameters; empty ones are left out. */
export const eventFields = (event: EventCall): object => ({
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
