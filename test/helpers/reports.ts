/** Events as analytics modules receive them. */
import { AuctionReport } from '#src/analytics/auction-report.ts';
import { maskedCopy } from '#src/analytics/masked-copy.ts';
import type { SyncReport } from '#src/analytics/reports.ts';
import type { Auction } from '#src/auction/auction.ts';
import type { Services } from '#src/auction/services.ts';

interface ReportOptions {
  /** The module that receives the report. */
  readonly name: string;
  readonly hasLegalBasis?: boolean;
  /** Epoch ms. */
  readonly at?: number;
  readonly tookMs?: number;
}

/** The report of an ended auction. */
export function auctionReport(auction: Auction, services: Services, options: ReportOptions): AuctionReport {
  const { name, hasLegalBasis = false, at = 0, tookMs = 1 } = options;
  return new AuctionReport(auction, maskedCopy(auction, { name, hasLegalBasis }, services), at, tookMs, 'event-id');
}

/** The report of a call of `/setuid` that set an id. */
export const setuidReport = (bidder: string, over: Partial<SyncReport> = {}): SyncReport => ({
  id: 'event-id',
  kind: 'setuid',
  at: 0,
  accountId: 'a',
  event: { type: 'setuid', status: 200, bidder, uid: 'u', errors: [], success: true },
  ...over,
});

/** The report of a call of `/cookie_sync` without syncs. */
export const cookieSyncReport = (over: Partial<SyncReport> = {}): SyncReport => ({
  id: 'event-id',
  kind: 'cookie_sync',
  at: 0,
  accountId: 'a',
  event: { type: 'cookie_sync', status: 200, errors: [], bidderStatus: [] },
  ...over,
});
