/** `greenbids`: a sample of the auctions whose request or account has settings for it, one POST each. */
import { greenbidsOptions } from '#src/config/sections/analytics.ts';
import { productRecord } from '#src/openrtb/product.ts';
import { denormaliseExt } from '#src/openrtb/rename.ts';
import { AuctionReport } from './auction-report.ts';
import { singleDelivery } from './delivery.ts';
import { adUnit, decisionsOf, fingerprintOf } from './greenbids-message.ts';
import { defineAnalytics } from './module.ts';

const EXT_KEY = 'prebid';
const RANGE = 0x10000;

/**
 * Whether an auction is sampled: fingerprints with a low end up to the larger part of the share, and those with a high end.
 * @param rate share of auctions; values outside 0 to 1 select all
 */
export function isReported(rate: number, fingerprint: string, split: number): boolean {
  if (!(rate >= 0 && rate <= 1)) return true;
  const mark = Number.parseInt(fingerprint.slice(-4), 16);
  if (Number.isNaN(mark)) return true;
  return mark < rate * split * RANGE || mark >= (1 - rate * (1 - split)) * RANGE;
}

/** Header values cannot contain line breaks. */
const headerValue = (text: string): string => text.replace(/[^\x20-\x7e]/g, '');

/** The user agent becomes a header, so it is carried in front of the body. */
const withAgent = (agent: string, body: string): string => `${headerValue(agent)}\n${body}`;

function splitAgent(text: string): { readonly agent: string; readonly body: string } {
  const end = text.indexOf('\n');
  return { agent: text.slice(0, end), body: text.slice(end + 1) };
}

export default defineAnalytics({
  key: 'greenbids',
  name: 'greenbids',
  options: greenbidsOptions,
  create(options, { post, random, clock, version }) {
    const { enabled, analytics_server: server, analytics_server_version, exploratory_sampling_split: split, timeout_ms } = options;
    if (!enabled) return undefined;
    if (!URL.canParse(server)) throw new Error(`analytics_server: is not a URL: ${server}`);
    const headers = { accept: 'application/json', 'content-type': 'application/json', 'x-request-origin': 'Prebid Server' };
    return {
      kinds: ['auction', 'amp'],
      share: 1,
      extension: EXT_KEY,
      gvlId: 0,
      delivery: singleDelivery(timeout_ms),
      encode(report) {
        if (!(report instanceof AuctionReport) || !report.response || Object.keys(report.settings).length === 0) return undefined;
        const { pbuid, greenbidsSampling: given } = report.settings;
        const decisions = decisionsOf(report);
        const greenbidsId = fingerprintOf(decisions) ?? random.uuid();
        const sampling = typeof given === 'number' ? given : options.default_sampling_rate;
        if (!isReported(sampling, greenbidsId, split)) return undefined;
        const { request } = report;
        const adUnits = request.imp.map((imp) => adUnit(imp, decisions, report));
        const message = {
          version: analytics_server_version,
          auctionId: request.id,
          referrer: request.site?.page,
          sampling,
          prebidServer: productRecord(version),
          greenbidsId,
          pbuid: typeof pbuid === 'string' ? pbuid : '',
          billingId: random.uuid(),
          adUnits: denormaliseExt(adUnits, EXT_KEY),
          auctionElapsed: clock.now() - report.timestamp,
        };
        return { text: withAgent(request.device?.ua ?? '', JSON.stringify(message)) };
      },
      async send({ items }, signal) {
        for (const { text } of items) {
          const { agent, body } = splitAgent(text);
          const sent = agent === '' ? headers : { ...headers, 'user-agent': agent };
          const status = await post(server, body, { headers: sent, gzip: false, signal });
          if (status < 200 || status >= 300) throw new Error(`Unexpected response status: ${status}`);
        }
      },
    };
  },
});
