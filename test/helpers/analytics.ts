/** An analytics module for variation, and finished auctions for observers. */
import type { AnalyticsEnv, AnalyticsModule, NamedModule, Parcel, Report } from '#src/analytics/module.ts';
import type { Auction } from '#src/auction/auction.ts';
import type { PrivacyContext } from '#src/auction/privacy/decision.ts';
import { publishEnd } from '#src/auction/publish.ts';
import type { Services } from '#src/auction/services.ts';
import { ANALYTICS_KINDS } from '#src/config/sections/analytics-delivery.ts';
import type { Post } from '#src/net/post.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { silentLog } from '#src/platform/log.ts';
import { rules } from '#test/helpers/dialects.ts';
import { anAuction, validRequest } from './auction.ts';
import { WoundClock } from './clock.ts';
import { pinnedRandom } from './services.ts';

export interface RecordedModule extends NamedModule {
  readonly reports: Report[];
  readonly parcels: Parcel[];
}

/** A module that records its reports and deliveries; each report's kind is its text. */
export function aModule(name: string, over: Partial<AnalyticsModule> = {}): RecordedModule {
  const reports: Report[] = [];
  const parcels: Parcel[] = [];
  return {
    name,
    reports,
    parcels,
    kinds: ANALYTICS_KINDS,
    share: 1,
    extension: 'srv',
    gvlId: 0,
    delivery: {
      batch: { count: 1, bytes: 1_000_000, ms: 1000 },
      buffer: { count: 100, bytes: 1_000_000 },
      retry: { attempts: 1, firstMs: 10, maxMs: 100 },
      timeoutMs: 1000,
      parallel: 1,
    },
    encode(report) {
      reports.push(report);
      return { text: report.kind };
    },
    async send(parcel) {
      parcels.push(parcel);
    },
    ...over,
  };
}

/** A POST, and the status of its response. */
export interface Posted {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly gzip: boolean;
}

/** Services of modules, with every POST recorded in `posted` and answered with `status`. */
export function analyticsEnv(status: number, posted: Posted[] = [], over: Partial<AnalyticsEnv> = {}): AnalyticsEnv {
  const post: Post = async (url, body, { headers, gzip }) => {
    posted.push({ url, body, headers, gzip });
    return status;
  };
  const fetchBody = async () => ({ status: 404, header: () => undefined, text: '' });
  return { clock: new WoundClock(), random: pinnedRandom, log: silentLog, post, fetchBody, version: '1', rules: rules.go, ...over };
}

/** The privacy context of a request without signals. */
export const noSignals: PrivacyContext = {
  gdprSignal: 0,
  gdprApplies: false,
  consent: '',
  usPrivacy: '',
  saleOptOut: false,
  gpp: '',
  gppSid: [],
  coppa: false,
  lmt: false,
};

/** An auction with the response `response`. */
export function endedAuction(services: Services, request: BidRequest = validRequest(), over: Partial<Auction> = {}): Auction {
  const response = { id: request.id, cur: 'USD', seatbid: [] };
  return anAuction(services, request, {
    accountId: 'publisher',
    response,
    clientResponse: { status: 200, headers: {}, body: JSON.stringify(response) },
    privacyContext: noSignals,
    ...over,
  });
}

/** Publishes the end of auctions on the bus. */
export function end(services: Services, ...auctions: readonly Auction[]): void {
  for (const auction of auctions) publishEnd(auction, services);
}

/** Runs pending promise callbacks. */
export const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
