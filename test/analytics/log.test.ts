import { describe, expect, test } from 'vitest';
import logAnalytics from '#src/analytics/log.ts';
import type { Report } from '#src/analytics/module.ts';
import type { EventCall } from '#src/events/notification.ts';
import { silentLog } from '#src/platform/log.ts';
import { analyticsEnv, endedAuction } from '#test/helpers/analytics.ts';
import { auctionReport, cookieSyncReport, setuidReport } from '#test/helpers/reports.ts';
import { testServices } from '#test/helpers/services.ts';

const services = testServices();
const call: EventCall = { type: 'imp', bidId: 'b', accountId: 'a', image: false, analytics: true };

const reports: Report[] = [
  auctionReport(endedAuction(services), services, { name: 'logAnalytics' }),
  setuidReport('x'),
  cookieSyncReport(),
  { id: 'event-id', kind: 'notification', at: 0, accountId: 'a', event: call, account: services.config.account_defaults, bid: undefined },
];

describe('logAnalytics', () => {
  test("writes one line per event to the host's log, at level debug", async () => {
    const lines: unknown[] = [];
    const log = { ...silentLog, debug: (fields: object) => void lines.push((fields as { analytics: string }).analytics) };
    const module = logAnalytics.create({ enabled: true }, analyticsEnv(200, [], { log }));
    const items = reports.map((report) => ({ id: 'e', text: module?.encode(report)?.text ?? '', at: 0 }));
    await module?.send({ channel: '', items }, new AbortController().signal);
    expect(lines).toEqual([
      '{"type":"/openrtb2/auction","id":"request","cur":"USD","seatbid":[]}',
      '{"type":"/set_uid","setuid":"x:u:true"}',
      '{"type":"/cookie_sync","bidderStatus":[]}',
      '{"type":"imp","bidId":"b"}',
    ]);
  });

  test('is disabled by default', () => {
    expect(logAnalytics.create({ enabled: false }, analyticsEnv(200))).toBeUndefined();
  });
});
