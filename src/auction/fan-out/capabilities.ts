/** Removes from a request what a bidder does not support. */
import { type BidderError, type BidderInfo, MEDIA_TYPES, type MediaType, type Platform } from '#src/bidders/bidder.ts';
import { badInput, warning } from '#src/bidders/errors.ts';
import type { BidRequest, Imp } from '#src/openrtb/ortb.ts';

/** Remaining imps, and the errors about the others. */
export interface Filtered {
  readonly imps: Imp[];
  readonly notes: readonly BidderError[];
}

export const NOTHING_SUPPORTED = "Bid request didn't contain media types supported by the bidder";
const PLATFORMS: readonly Platform[] = ['site', 'app', 'dooh'];

/**
 * Removes unsupported media types or imps, or everything if the platform is unsupported. A request without any inventory object is not
 * filtered. Returns the same imps if nothing is removed.
 */
export function filterByCapabilities(request: BidRequest, imps: Imp[], { capabilities }: BidderInfo): Filtered {
  let supported: readonly MediaType[] = MEDIA_TYPES;
  for (const platform of PLATFORMS) {
    if (!request[platform]) continue;
    const types = capabilities[platform];
    if (!types) return { imps: [], notes: [warning(`this bidder does not support ${platform} requests`)] };
    supported = types;
  }
  return supported.length === MEDIA_TYPES.length ? { imps, notes: [] } : filterMediaTypes(imps, supported);
}

function filterMediaTypes(imps: Imp[], supported: readonly MediaType[]): Filtered {
  const notes: BidderError[] = [];
  const pruned = imps.map((imp, index) => prune(imp, index, supported, notes));
  if (notes.length === 0 && pruned.every(hasMedia)) return { imps, notes };
  pruned.forEach((imp, index) => {
    if (!hasMedia(imp)) notes.push(badInput(`request.imp[${index}] has no supported MediaTypes. It will be ignored`));
  });
  const retained = pruned.filter(hasMedia);
  return { imps: retained, notes: retained.length > 0 ? notes : [...notes, warning(NOTHING_SUPPORTED)] };
}

const hasMedia = (imp: Imp): boolean => MEDIA_TYPES.some((type) => imp[type]);

function prune(imp: Imp, index: number, supported: readonly MediaType[], notes: BidderError[]): Imp {
  let own: Imp | undefined;
  for (const type of MEDIA_TYPES) {
    if (!imp[type] || supported.includes(type)) continue;
    notes.push(warning(`request.imp[${index}] uses ${type}, but this bidder doesn't support it`));
    own ??= { ...imp };
    own[type] = undefined;
  }
  return own ?? imp;
}
