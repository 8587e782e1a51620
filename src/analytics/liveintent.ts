/** `liveintentAnalytics`: the bids of each auction in one POST, each win in one GET. */

import { liveintentOptions } from '#src/config/sections/analytics.ts';
import { encodeComponent } from '#src/lang/percent.ts';
import { trimEndCharacters } from '#src/lang/trim.ts';
import { AuctionReport } from './auction-report.ts';
import { singleDelivery } from './delivery.ts';
import { defineAnalytics, type EncodedEvent, type Report } from './module.ts';

/** Codes of the identity module. */
const IDENTITY_MODULE = ['liveintent-omni-channel-identity', 'liveintent.identity'];
const BIDS = 'bids';
const WIN = 'win';
const MAX_RESPONSE = 64 * 1024;

function bidsJson(report: AuctionReport, partnerId: string): string | undefined {
  const { request, response } = report;
  const activities = report.activitiesOf(IDENTITY_MODULE);
  const enriched = activities.find(({ name }) => name === 'liveintent-enriched');
  const rate = Number(enriched?.results?.[0]?.values?.['treatmentRate'] ?? Number.NaN);
  const shared = {
    enriched: enriched !== undefined,
    currency: response?.cur,
    ...(Number.isNaN(rate) ? {} : { treatmentRate: rate }),
    timestamp: report.timestamp,
    partnerId,
  };
  const units = new Map(request.imp.map(({ id, tagid }) => [id, tagid]));
  const bids = (response?.seatbid ?? [])
    .flatMap(({ bid }) => bid)
    .filter(({ impid }) => units.has(impid))
    .map(({ id, price, impid }) => ({ bidId: id, price, adUnitId: units.get(impid), ...shared }));
  return bids.length > 0 ? JSON.stringify(bids) : undefined;
}

function encode(report: Report, partnerId: string): EncodedEvent | undefined {
  if (report.kind === 'notification') {
    const { type, bidder = '', bidId } = report.event;
    return type === 'win' ? { text: `b=${encodeComponent(bidder)}&bidId=${encodeComponent(bidId)}`, channel: WIN } : undefined;
  }
  const text = report instanceof AuctionReport ? bidsJson(report, partnerId) : undefined;
  return text === undefined ? undefined : { text, channel: BIDS };
}

export default defineAnalytics({
  key: 'liveintent',
  name: 'liveintentAnalytics',
  options: liveintentOptions,
  create({ enabled, partner_id, analytics_endpoint, timeout_ms: timeoutMs }, { post, fetchBody }) {
    if (!enabled) return undefined;
    if (!URL.canParse(analytics_endpoint)) throw new Error(`analytics_endpoint: is not a URL: ${analytics_endpoint}`);
    const base = trimEndCharacters(analytics_endpoint, '/');
    const headers = { 'content-type': 'application/json' };
    const call = async (channel: string, text: string, signal: AbortSignal): Promise<number> => {
      if (channel === BIDS) return post(`${base}/analytic-events/pbsj-bids`, text, { headers, gzip: false, signal });
      return (await fetchBody(`${base}/analytic-events/pbsj-winning-bid?${text}`, { timeoutMs, maxBytes: MAX_RESPONSE })).status;
    };
    return {
      kinds: ['auction', 'notification'],
      share: 1,
      extension: 'prebid',
      gvlId: 0,
      delivery: singleDelivery(timeoutMs),
      encode: (report) => encode(report, partner_id),
      async send({ channel, items }, signal) {
        for (const { text } of items) {
          const status = await call(channel, text, signal);
          if (status >= 300) throw new Error(`the service responded with status ${status}`);
        }
      },
    };
  },
});
