/** How the Java variant takes out what a bidder cannot handle: all of it is told as warnings, media types go silently (auction-exchange.md 3.15). */

import type { Filtered } from '#src/auction/fan-out/capabilities.ts';
import { isMediaType, isMultiFormat } from '#src/auction/fan-out/multi-format.ts';
import { type BidderError, type BidderInfo, MEDIA_TYPES, type MediaType } from '#src/bidders/bidder.ts';
import { CODES, warning } from '#src/bidders/errors.ts';
import type { BidRequest, Imp } from '#src/wire/ortb.ts';

const told = (message: string): BidderError => warning(message, CODES.badInput);

/** @param preferred media type for bidders that take one an imp; such bidders get all formats where nobody said */
export function filterLikeJava(request: BidRequest, imps: Imp[], facts: BidderInfo, preferred: string | undefined): Filtered {
  const types = typesFor(request, facts);
  if (types.length === 0) return { imps: [], notes: [told('Bidder does not support any media types.')] };
  const takesAll = types.length === MEDIA_TYPES.length;
  const supported = takesAll ? { imps, notes: [] } : keep(imps, 'a supported media type', (imp) => onlyTypes(imp, types));
  if (supported.imps.length === 0 || facts.openrtb.multiformatSupported || !isMediaType(preferred)) return supported;
  const single = keep(supported.imps, 'a media type after filtering', (imp) => (isMultiFormat(imp) ? onlyTypes(imp, [preferred]) : imp));
  return { imps: single.imps, notes: [...supported.notes, ...single.notes] };
}

/** What the bidder takes on the request's platform; all where the request has none. */
function typesFor({ site, app, dooh }: BidRequest, { capabilities }: BidderInfo): readonly MediaType[] {
  const platform = dooh ? 'dooh' : app ? 'app' : site ? 'site' : undefined;
  return platform ? (capabilities[platform] ?? []) : MEDIA_TYPES;
}

/** The same imps where none loses anything. */
function keep(imps: Imp[], missing: string, change: (imp: Imp) => Imp | undefined): Filtered {
  const notes: BidderError[] = [];
  const kept: Imp[] = [];
  let isSame = true;
  for (const imp of imps) {
    const own = change(imp);
    if (own) kept.push(own);
    else notes.push(told(`Imp ${imp.id} does not have ${missing} and has been removed from the request for this bidder.`));
    isSame &&= own === imp;
  }
  if (kept.length === 0) notes.push(told('Bid request contains 0 impressions after filtering.'));
  return isSame ? { imps, notes } : { imps: kept, notes };
}

/** The imp with these media types alone; undefined where it has none of them. */
function onlyTypes(imp: Imp, types: readonly MediaType[]): Imp | undefined {
  const strange = MEDIA_TYPES.filter((type) => imp[type] && !types.includes(type));
  if (strange.length === 0) return imp;
  if (!types.some((type) => imp[type])) return undefined;
  const own = { ...imp };
  for (const type of strange) own[type] = undefined;
  return own;
}
