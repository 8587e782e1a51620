/** An analytics module to vary, and auctions that have ended, for what watches them. */
import type { AnalyticsEnv, AnalyticsModule, NamedModule, Parcel, Report } from '#src/analytics/module.ts';
import type { Auction } from '#src/auction/auction.ts';
import { publishEnd } from '#src/auction/publish.ts';
import type { Services } from '#src/auction/services.ts';
import { ANALYTICS_KINDS } from '#src/config/sections/analytics.ts';
import { silentLog } from '#src/outside/log.ts';
import type { Post } from '#src/outside/post.ts';
import type { BidRequest } from '#src/wire/ortb.ts';
import { anAuction, validRequest } from './auction.ts';
import { WoundClock } from './clock.ts';
import { pinnedRandom } from './services.ts';

export interface Heard extends NamedModule {
  readonly reports: Report[];
  readonly parcels: Parcel[];
}

/** A module that keeps what it is told and sent; each report's kind is its text. */
export function aModule(name: string, over: Partial<AnalyticsModule> = {}): Heard {
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
      retry: { attempts: 1, firstMs: 10, mostMs: 100 },
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

/** A POST that was made, and the status it is answered with. */
export interface Posted {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly gzip: boolean;
}

/** What modules may use, with every POST kept in `posted` and answered with `status`. */
export function analyticsEnv(status: number, posted: Posted[] = [], over: Partial<AnalyticsEnv> = {}): AnalyticsEnv {
  const post: Post = async (url, body, { headers, gzip }) => {
    posted.push({ url, body, headers, gzip });
    return status;
  };
  const fetchText = async () => ({ status: 404, header: () => undefined, text: '' });
  return { clock: new WoundClock(), random: pinnedRandom, log: silentLog, post, fetchText, version: '1', variant: 'go', ...over };
}

/** An auction that was answered with `response`. */
export function endedAuction(services: Services, request: BidRequest = validRequest(), over: Partial<Auction> = {}): Auction {
  const response = { id: request.id, cur: 'USD', seatbid: [] };
  return anAuction(services, request, {
    accountId: 'publisher',
    response,
    reply: { status: 200, headers: {}, body: JSON.stringify(response) },
    privacyContext: { gdprSignal: 0, gdprApplies: false, consent: '', usPrivacy: '', gpp: '', gppSid: [], coppa: false, lmt: false },
    ...over,
  });
}

/** Tells the bus that auctions have ended. */
export function end(services: Services, ...auctions: readonly Auction[]): void {
  for (const auction of auctions) publishEnd(auction, services);
}

/** Lets what is settled already go on. */
export const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
