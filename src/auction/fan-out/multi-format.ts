/** Bidders that accept one media type per imp receive their preferred one. */
import { type BidderError, MEDIA_TYPES, type MediaType } from '#src/bidders/bidder.ts';
import { badInput, warning } from '#src/bidders/errors.ts';
import { fieldInAnyCase } from '#src/json/letter-case.ts';
import type { RequestSrv } from '#src/openrtb/ext.ts';
import type { Imp } from '#src/openrtb/ortb.ts';
import { type Filtered, NOTHING_SUPPORTED } from './capabilities.ts';

/** The request's setting for a bidder, else the account's; undefined: none. Names are case-insensitive. */
export function preferredMediaType(
  controls: RequestSrv['biddercontrols'] | null,
  ofAccount: { readonly [bidder: string]: string } | undefined,
  bidder: string,
): string | undefined {
  return fieldInAnyCase(controls, bidder)?.prefmtype || fieldInAnyCase(ofAccount, bidder) || undefined;
}

/** Whether a setting names one of the four media types. */
export const isMediaType = (type: string | undefined): type is MediaType => MEDIA_TYPES.some((known) => known === type);

/** Reduces every imp to one media type. Returns the same imps if none has several. */
export function limitToOneFormat(imps: Imp[], preferred: string | undefined): Filtered {
  if (!imps.some(isMultiFormat)) return { imps, notes: [] };
  const notes: BidderError[] = [];
  const retained: Imp[] = [];
  for (const imp of imps) {
    const own = isMultiFormat(imp) ? reduce(imp, preferred, notes) : imp;
    if (own) retained.push(own);
  }
  if (retained.length === 0) notes.push(warning(NOTHING_SUPPORTED));
  return { imps: retained, notes };
}

/** Whether an imp accepts creatives of more than one media type. */
export function isMultiFormat(imp: Imp): boolean {
  let types = 0;
  for (const type of MEDIA_TYPES) if (imp[type]) types++;
  return types > 1;
}

function reduce(imp: Imp, preferred: string | undefined, notes: BidderError[]): Imp | undefined {
  if (preferred === undefined) {
    const why = 'as the bidder does not support multi-format and preferred media type is not defined for the bidder';
    notes.push(badInput(`Removing the imp ${imp.id} ${why}`));
    return undefined;
  }
  if (!isMediaType(preferred)) {
    notes.push(badInput(`Imp ${imp.id} has an invalid preferred media type: ${preferred}. It will be ignored.`));
    return undefined;
  }
  if (!imp[preferred]) {
    notes.push(badInput(`Imp ${imp.id} does not have a preferred ${preferred.toUpperCase()} media type. It will be ignored.`));
    return undefined;
  }
  const own = { ...imp };
  for (const type of MEDIA_TYPES) {
    if (type === preferred || !imp[type]) continue;
    notes.push(warning(`Imp ${imp.id} uses ${preferred}, removing ${type} as the bidder doesn't support multi-format`));
    own[type] = undefined;
  }
  return own;
}
