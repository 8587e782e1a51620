/** `logAnalytics` of the Java variant: one line per event in the host's own log, at level debug. */
import { logOptions } from '#src/config/sections/analytics.ts';
import { ANALYTICS_KINDS } from '#src/config/sections/analytics-delivery.ts';
import { TYPES } from './file-logger.ts';
import { type Delivery, defineAnalytics, type Report } from './module.ts';

const AT_ONCE: Delivery = {
  batch: { count: 1, bytes: 1, ms: 1 },
  buffer: { count: 1000, bytes: 16_000_000 },
  retry: { attempts: 1, firstMs: 1, maxMs: 1 },
  timeoutMs: 1000,
  parallel: 1,
};

function lineOf(report: Report): string {
  if (report.kind === 'setuid' && report.event.type === 'setuid') {
    const { bidder, uid, success } = report.event;
    return JSON.stringify({ type: TYPES.setuid, setuid: `${bidder}:${uid}:${success}` });
  }
  if (report.kind === 'notification') return JSON.stringify({ type: report.event.type, bidId: report.event.bidId });
  if (report.kind === 'cookie_sync' && report.event.type === 'cookie_sync') {
    return JSON.stringify({ type: TYPES.cookie_sync, bidderStatus: report.event.bidderStatus });
  }
  return 'response' in report ? JSON.stringify({ type: TYPES[report.kind], ...report.response }) : '{}';
}

export default defineAnalytics({
  key: 'log',
  name: 'logAnalytics',
  options: logOptions,
  create({ enabled }, { log }) {
    if (!enabled) return undefined;
    return {
      kinds: ANALYTICS_KINDS,
      share: 1,
      extension: 'srv',
      gvlId: 0,
      delivery: AT_ONCE,
      encode: (report) => ({ text: lineOf(report) }),
      async send({ items }) {
        for (const { text } of items) log.debug({ analytics: text }, 'an event');
      },
    };
  },
});
