/** How the Java variant removes what a bidder does not support: everything is reported as a warning, except media types. */

import type { Filtered } from '#src/auction/fan-out/capabilities.ts';
import { isMediaType, isMultiFormat } from '#src/auction/fan-out/multi-format.ts';
import { type BidderError, type BidderInfo, MEDIA_TYPES, type MediaType } from '#src/bidders/bidder.ts';
import { CODES, warning } from '#src/bidders/errors.ts';
import type { BidRequest, Imp } from '#src/openrtb/ortb.ts';

const reported = (message: string): BidderError => warning(message, CODES.badInput);

/**
 * @param preferred media type for bidders that accept one per imp; such bidders receive all formats if none is set
 * @param filtersTypes false: media types that the bidder does not support remain, except in a dooh request to a bidder that has none
 */
export function filterJava(
  request: BidRequest,
  imps: Imp[],
  info: BidderInfo,
  preferred: string | undefined,
  filtersTypes: boolean,
): Filtered {
  const types = filtersTypes || (request.dooh && !info.capabilities.dooh) ? typesFor(request, info) : MEDIA_TYPES;
  if (types.length === 0) return { imps: [], notes: [reported('Bidder does not support any media types.')] };
  const takesAll = types.length === MEDIA_TYPES.length;
  const supported = takesAll ? { imps, notes: [] } : apply(imps, 'a supported media type', (imp) => onlyTypes(imp, types));
  if (supported.imps.length === 0 || info.openrtb.multiformatSupported || !isMediaType(preferred)) return supported;
  const single = apply(supported.imps, 'a media type after filtering', (imp) => (isMultiFormat(imp) ? onlyTypes(imp, [preferred]) : imp));
  return { imps: single.imps, notes: [...supported.notes, ...single.notes] };
}

/** Media types the bidder accepts on the request's platform; all if the request names no platform. */
function typesFor({ site, app, dooh }: BidRequest, { capabilities }: BidderInfo): readonly MediaType[] {
  const platform = dooh ? 'dooh' : app ? 'app' : site ? 'site' : undefined;
  return platform ? (capabilities[platform] ?? []) : MEDIA_TYPES;
}

/** The same imps if none changes. */
function apply(imps: Imp[], missing: string, change: (imp: Imp) => Imp | undefined): Filtered {
  const notes: BidderError[] = [];
  const retained: Imp[] = [];
  let isSame = true;
  for (const imp of imps) {
    const own = change(imp);
    if (own) retained.push(own);
    else notes.push(reported(`Imp ${imp.id} does not have ${missing} and has been removed from the request for this bidder.`));
    isSame &&= own === imp;
  }
  if (retained.length === 0) notes.push(reported('Bid request contains 0 impressions after filtering.'));
  return isSame ? { imps, notes } : { imps: retained, notes };
}

/** The imp reduced to these media types; undefined if it has none of them. */
function onlyTypes(imp: Imp, types: readonly MediaType[]): Imp | undefined {
  const unsupported = MEDIA_TYPES.filter((type) => imp[type] && !types.includes(type));
  if (unsupported.length === 0) return imp;
  if (!types.some((type) => imp[type])) return undefined;
  const own = { ...imp };
  for (const type of unsupported) own[type] = undefined;
  return own;
}
