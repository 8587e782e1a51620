/** The service's signals as segments, and segments in responses. */
import { isObject } from '#src/json/merge.ts';
import { strings } from '#src/json/values.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { BidResponse } from '#src/openrtb/ortb.ts';
import type { Scope3Settings } from './settings.ts';

/** `scope3_include;<list>` without excluded segments, and `scope3_macro;<macro>`, each only if not empty. */
export function segmentsOf({ aee_signals: signals }: Ext): string[] {
  if (!isObject(signals)) return [];
  const excluded = strings(signals['exclude']);
  const included = strings(signals['include']).filter((segment) => !excluded.includes(segment));
  const { macro } = signals;
  return [
    ...(included.length > 0 ? [`scope3_include;${included.join(',')}`] : []),
    ...(typeof macro === 'string' && macro !== '' ? [`scope3_macro;${macro}`] : []),
  ];
}

/** Targeting keys of segments; a segment with more than one `;` has none. */
function keysOf(segments: readonly string[]): { [key: string]: string } {
  const pairs = segments.map((segment) => segment.split(';')).filter((parts) => parts.length === 2);
  return Object.fromEntries(pairs as [string, string][]);
}

type Places = Pick<Scope3Settings, 'add_to_targeting' | 'add_scope3_targeting_section'>;

function extended(ext: Ext | undefined, segments: readonly string[], { add_to_targeting, add_scope3_targeting_section }: Places): Ext {
  const made: Ext = { ...ext };
  const keys = keysOf(segments);
  if (add_to_targeting && Object.keys(keys).length > 0) {
    const srv = isObject(made['srv']) ? made['srv'] : {};
    const targeting = isObject(srv['targeting']) ? srv['targeting'] : {};
    made['srv'] = { ...srv, targeting: { ...targeting, ...keys } };
  }
  if (add_scope3_targeting_section) {
    const own = isObject(made['scope3']) ? made['scope3'] : {};
    made['scope3'] = { ...own, segments: [...segments] };
  }
  return made;
}

/** Adds segments to the extensions of the response and its bids in place. @returns whether there was anything to add */
export function addSegments(response: BidResponse, segments: readonly string[], places: Places): boolean {
  if (segments.length === 0 || !(places.add_to_targeting || places.add_scope3_targeting_section)) return false;
  response.ext = extended(response.ext, segments, places);
  for (const { bid } of response.seatbid ?? []) for (const one of bid) one.ext = extended(one.ext, segments, places);
  return true;
}
