/** `liveintentAnalytics`: the bids of each auction by one POST, each win by one GET (info-admin-analytics.md 17). */
import { liveintentOptions } from '#src/config/sections/analytics.ts';
import { AuctionReport } from './auction-report.ts';
import { singleDelivery } from './delivery.ts';
import { defineAnalytics, type Report, type Told } from './module.ts';

const HOOK_MODULE = 'liveintent-omni-channel-identity-enrichment-hook';
const BIDS = 'bids';
const WIN = 'win';
const MOST_ANSWER = 64 * 1024;

function bidsText(report: AuctionReport, partnerId: string): string | undefined {
  const { request, response } = report;
  const told = report.toldBy(HOOK_MODULE);
  const rate = Number.parseFloat(told.find(({ name }) => name === 'liveintent-treatment-rate')?.status ?? '');
  const shared = {
    enriched: told.some(({ name }) => name === 'liveintent-enriched'),
    currency: response?.cur,
    ...(Number.isNaN(rate) ? {} : { treatmentRate: rate }),
    timestamp: request.ext?.srv?.auctiontimestamp ?? 0,
    partnerId,
  };
  const units = new Map(request.imp.map(({ id, tagid }) => [id, tagid]));
  const bids = (response?.seatbid ?? [])
    .flatMap(({ bid }) => bid)
    .filter(({ impid }) => units.has(impid))
    .map(({ id, price, impid }) => ({ bidId: id, price, adUnitId: units.get(impid), ...shared }));
  return bids.length > 0 ? JSON.stringify(bids) : undefined;
}

function encode(report: Report, partnerId: string): Told | undefined {
  if (report.kind === 'notification') {
    const { type, bidder = '', bidId } = report.event;
    return type === 'win' ? { text: `b=${encodeURIComponent(bidder)}&bidId=${encodeURIComponent(bidId)}`, channel: WIN } : undefined;
  }
  const text = report instanceof AuctionReport ? bidsText(report, partnerId) : undefined;
  return text === undefined ? undefined : { text, channel: BIDS };
}

export default defineAnalytics({
  key: 'liveintent',
  name: 'liveintentAnalytics',
  options: liveintentOptions,
  create({ enabled, partner_id, analytics_endpoint, timeout_ms: timeoutMs }, { post, fetchText }) {
    if (!enabled) return undefined;
    if (!URL.canParse(analytics_endpoint)) throw new Error(`analytics_endpoint is not a URL: ${analytics_endpoint}`);
    const base = analytics_endpoint.replace(/\/+$/, '');
    const headers = { 'content-type': 'application/json' };
    const call = async (channel: string, text: string, signal: AbortSignal): Promise<number> => {
      if (channel === BIDS) return post(`${base}/analytic-events/pbsj-bids`, text, { headers, gzip: false, signal });
      return (await fetchText(`${base}/analytic-events/pbsj-winning-bid?${text}`, { timeoutMs, maxBytes: MOST_ANSWER })).status;
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
          if (status >= 300) throw new Error(`the service answered ${status}`);
        }
      },
    };
  },
});
