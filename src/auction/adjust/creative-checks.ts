/** Is a banner's creative small enough, is its markup secure (auction-exchange.md 7.3 to 7.5). */
import type { Auction, AuctionBid } from '#src/auction/auction.ts';
import { NON_BID } from '#src/auction/collect/not-bid.ts';
import type { Account } from '#src/config/account.ts';
import type { HostConfig } from '#src/config/schema.ts';
import type { Imp } from '#src/wire/ortb.ts';

export type Mode = 'skip' | 'warn' | 'enforce';

/** What is checked in one auction, and how strictly. */
export interface Checks {
  readonly bannerSize: Mode;
  readonly secureMarkup: Mode;
  readonly maxWidth: number;
  readonly maxHeight: number;
  readonly variant: 'go' | 'java';
}

/** What a check found. Enforced: the bid goes, with `code` as its reason. */
export interface Fault {
  readonly message: string;
  readonly enforced: boolean;
  readonly code: number;
}

/** Modes in force: the account may set the banner check, secure markup is the host's alone. */
export function checksOf(host: HostConfig['validations'], account: Account['validations'], variant: 'go' | 'java'): Checks {
  return {
    bannerSize: account.banner_creative_max_size || host.banner_creative_max_size,
    secureMarkup: host.secure_markup,
    maxWidth: host.max_creative_width,
    maxHeight: host.max_creative_height,
    variant,
  };
}

interface Size {
  readonly w: number;
  readonly h: number;
}

/** The largest banner taken. Go variant: the host's numbers; without any, and in the Java variant, the imp's own largest. */
export function maxSize({ maxWidth, maxHeight, variant }: Checks, imp: Imp | undefined): Size {
  if (variant === 'go' && (maxWidth > 0 || maxHeight > 0)) {
    return { w: maxWidth || Number.POSITIVE_INFINITY, h: maxHeight || Number.POSITIVE_INFINITY };
  }
  let [w, h] = [0, 0];
  for (const format of imp?.banner?.format ?? []) {
    w = Math.max(w, format.w ?? 0);
    h = Math.max(h, format.h ?? 0);
  }
  return w === 0 && h === 0 ? { w: imp?.banner?.w ?? 0, h: imp?.banner?.h ?? 0 } : { w, h };
}

/** Whether a creative of this size may be shown; Java variant: one that does not say its size may not. */
export const fitsSize = (
  bid: { readonly w?: number | undefined; readonly h?: number | undefined },
  max: Size,
  variant: 'go' | 'java',
): boolean => (variant === 'java' && (bid.w === undefined || bid.h === undefined) ? false : (bid.w ?? 0) <= max.w && (bid.h ?? 0) <= max.h);

/** Markup that loads things without TLS. Go variant: an insecure marker and no secure one; Java variant: also when no secure one is there at all. */
export function isSecureMarkup(adm: string, variant: 'go' | 'java'): boolean {
  const insecure = adm.includes('http:') || adm.includes('http%3A');
  if (variant === 'go' && !insecure) return true;
  const secure = adm.includes('https:') || adm.includes('https%3A');
  return variant === 'go' ? secure : secure && !insecure;
}

/** Both checks on one bid; the first enforced fault ends them. */
export function creativeFaults(bid: AuctionBid, imp: Imp | undefined, checks: Checks, auction: Auction): Fault[] {
  const faults: Fault[] = [];
  const size = sizeFault(bid, imp, checks, auction);
  if (size) faults.push(size);
  if (size?.enforced) return faults;
  const markup = markupFault(bid, imp, checks, auction);
  if (markup) faults.push(markup);
  return faults;
}

function sizeFault({ bid, type, bidder }: AuctionBid, imp: Imp | undefined, checks: Checks, auction: Auction): Fault | undefined {
  if (checks.bannerSize === 'skip' || type !== 'banner') return undefined;
  const max = maxSize(checks, imp);
  if (fitsSize(bid, max, checks.variant)) return undefined;
  const enforced = checks.bannerSize === 'enforce';
  const size = `max imp size='${max.w}x${max.h}', bid response size='${bid.w ?? null}x${bid.h ?? null}'`;
  const message =
    checks.variant === 'java'
      ? `BidResponse validation \`${checks.bannerSize}\`: bidder \`${bidder}\` response triggers creative size validation for bid ${bid.id}, ${whereOf(auction)}, ${size}`
      : enforced
        ? 'bidResponse rejected: size WxH'
        : 'bidResponse creative size warning: size WxH larger than AdUnit sizes';
  return { message, enforced, code: NON_BID.creativeSize };
}

function markupFault({ bid, type, bidder }: AuctionBid, imp: Imp | undefined, checks: Checks, auction: Auction): Fault | undefined {
  if (checks.secureMarkup === 'skip' || !imp) return undefined;
  const java = checks.variant === 'java';
  if (java ? imp.secure !== 1 : type !== 'banner' && type !== 'video') return undefined;
  if (isSecureMarkup(bid.adm ?? '', checks.variant)) return undefined;
  const enforced = checks.secureMarkup === 'enforce';
  const message = java
    ? `BidResponse validation \`${checks.secureMarkup}\`: bidder \`${bidder}\` response triggers secure creative validation for bid ${bid.id}, ${whereOf(auction)}, adm=${bid.adm ?? null}`
    : enforced
      ? 'bidResponse rejected: insecure creative in secure context'
      : 'bidResponse secure markup warning: insecure creative in secure contexts';
  return { message, enforced, code: NON_BID.notSecure };
}

const whereOf = ({ account, request }: Auction): string => `account=${account.id}, referrer=${request.site?.page ?? 'unknown'}`;
