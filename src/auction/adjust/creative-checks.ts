/** Checks a banner's size and whether its markup is secure (docs/stages/adjust.md#creatives). */

import type { Account } from '#src/config/account.ts';
import type { HostConfig } from '#src/config/schema.ts';
import type { CreativeDialect } from '#src/dialect/contract/creatives.ts';
import type { Imp } from '#src/openrtb/ortb.ts';
import type { Auction } from '../auction.ts';
import type { AuctionBid } from '../bid.ts';
import { NON_BID } from '../non-bid.ts';
import type { CreativeError, Mode } from './creative-error.ts';

/** The checks of one auction, and their strictness. */
export interface Checks {
  readonly bannerSize: Mode;
  readonly secureMarkup: Mode;
  readonly maxWidth: number;
  readonly maxHeight: number;
  readonly dialect: CreativeDialect;
}

/** The effective modes: the account's, otherwise the host's. */
export function checksOf(host: HostConfig['validations'], account: Account['validations'], dialect: CreativeDialect): Checks {
  return {
    bannerSize: account.banner_creative_max_size || host.banner_creative_max_size,
    secureMarkup: host.secure_markup,
    maxWidth: account.max_creative_width || host.max_creative_width,
    maxHeight: account.max_creative_height || host.max_creative_height,
    dialect,
  };
}

interface Size {
  readonly w: number;
  readonly h: number;
}

/** The max banner size: the host's numbers, else the imp's own maximum. */
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

/** Whether a creative of this size is allowed. */
export const fitsSize = (
  bid: { readonly w?: number | undefined; readonly h?: number | undefined },
  max: Size,
  { needsSize }: Pick<CreativeDialect, 'needsSize'>,
): boolean => (needsSize && (bid.w === undefined || bid.h === undefined) ? false : (bid.w ?? 0) <= max.w && (bid.h ?? 0) <= max.h);

/** Whether markup loads resources without TLS. */
export const hasInsecure = (adm: string): boolean => adm.includes('http:') || adm.includes('http%3A');

/** Whether markup loads resources with TLS. */
export const hasSecure = (adm: string): boolean => adm.includes('https:') || adm.includes('https%3A');

/** Both checks on one bid; the first enforced error ends them. */
export function creativeErrors(bid: AuctionBid, imp: Imp | undefined, checks: Checks, auction: Auction): CreativeError[] {
  const errors: CreativeError[] = [];
  const size = sizeError(bid, imp, checks, auction);
  if (size) errors.push(size);
  if (size?.enforced) return errors;
  const markup = markupError(bid, imp, checks, auction);
  if (markup) errors.push(markup);
  return errors;
}

function sizeError(found: AuctionBid, imp: Imp | undefined, checks: Checks, auction: Auction): CreativeError | undefined {
  const { bannerSize: mode, dialect } = checks;
  if (mode === 'skip' || found.type !== 'banner') return undefined;
  const max = maxSize(checks, imp);
  if (fitsSize(found.bid, max, dialect)) return undefined;
  return { message: dialect.sizeMessage(mode, found, max, auction), enforced: mode === 'enforce', code: NON_BID.creativeSize };
}

function markupError(found: AuctionBid, imp: Imp | undefined, checks: Checks, auction: Auction): CreativeError | undefined {
  const { secureMarkup: mode, dialect } = checks;
  if (mode === 'skip' || !imp || !dialect.checksMarkup(found, imp) || dialect.isSecure(found.bid.adm ?? '')) return undefined;
  return { message: dialect.markupMessage(mode, found, auction), enforced: mode === 'enforce', code: NON_BID.notSecure };
}
