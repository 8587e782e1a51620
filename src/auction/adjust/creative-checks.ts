/** Is a banner's creative small enough, is its markup secure (auction-exchange.md 7.3 to 7.5). */
import type { Auction, AuctionBid } from '#src/auction/auction.ts';
import { NON_BID } from '#src/auction/collect/not-bid.ts';
import type { Account } from '#src/config/account.ts';
import type { HostConfig } from '#src/config/schema.ts';
import type { CreativeDialect } from '#src/dialect/dialect.ts';
import type { Imp } from '#src/wire/ortb.ts';

export type Mode = 'skip' | 'warn' | 'enforce';

/** What is checked in one auction, and how strictly. */
export interface Checks {
  readonly bannerSize: Mode;
  readonly secureMarkup: Mode;
  readonly maxWidth: number;
  readonly maxHeight: number;
  readonly dialect: CreativeDialect;
}

/** What a check found. Enforced: the bid goes, with `code` as its reason. */
export interface Fault {
  readonly message: string;
  readonly enforced: boolean;
  readonly code: number;
}

/** Modes in force: the account may set the banner check, secure markup is the host's alone. */
export function checksOf(host: HostConfig['validations'], account: Account['validations'], dialect: CreativeDialect): Checks {
  return {
    bannerSize: account.banner_creative_max_size || host.banner_creative_max_size,
    secureMarkup: host.secure_markup,
    maxWidth: host.max_creative_width,
    maxHeight: host.max_creative_height,
    dialect,
  };
}

interface Size {
  readonly w: number;
  readonly h: number;
}

/** The largest banner taken: the host's numbers, else the imp's own largest. */
export function maxSize(checks: Checks, imp: Imp | undefined): Size {
  const ofHost = checks.dialect.maxSize(checks);
  if (ofHost) return ofHost;
  let [w, h] = [0, 0];
  for (const format of imp?.banner?.format ?? []) {
    w = Math.max(w, format.w ?? 0);
    h = Math.max(h, format.h ?? 0);
  }
  return w === 0 && h === 0 ? { w: imp?.banner?.w ?? 0, h: imp?.banner?.h ?? 0 } : { w, h };
}

/** Whether a creative of this size may be shown. */
export const fitsSize = (
  bid: { readonly w?: number | undefined; readonly h?: number | undefined },
  max: Size,
  { needsSize }: Pick<CreativeDialect, 'needsSize'>,
): boolean => (needsSize && (bid.w === undefined || bid.h === undefined) ? false : (bid.w ?? 0) <= max.w && (bid.h ?? 0) <= max.h);

/** Whether markup loads things without TLS. */
export const hasInsecure = (adm: string): boolean => adm.includes('http:') || adm.includes('http%3A');

/** Whether markup loads things with TLS. */
export const hasSecure = (adm: string): boolean => adm.includes('https:') || adm.includes('https%3A');

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

function sizeFault(found: AuctionBid, imp: Imp | undefined, checks: Checks, auction: Auction): Fault | undefined {
  const { bannerSize: mode, dialect } = checks;
  if (mode === 'skip' || found.type !== 'banner') return undefined;
  const max = maxSize(checks, imp);
  if (fitsSize(found.bid, max, dialect)) return undefined;
  return { message: dialect.sizeText(mode, found, max, auction), enforced: mode === 'enforce', code: NON_BID.creativeSize };
}

function markupFault(found: AuctionBid, imp: Imp | undefined, checks: Checks, auction: Auction): Fault | undefined {
  const { secureMarkup: mode, dialect } = checks;
  if (mode === 'skip' || !imp || !dialect.looksAtMarkup(found, imp) || dialect.isSecure(found.bid.adm ?? '')) return undefined;
  return { message: dialect.markupText(mode, found, auction), enforced: mode === 'enforce', code: NON_BID.notSecure };
}
