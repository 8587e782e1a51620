/** Exchanges for video, with the host's software in a header; one imp with unreadable params ends the request. */
import { z } from 'zod';
import type { Result } from '#src/lang/result.ts';
import { badInput } from '../../errors.ts';
import { JSON_ACCEPT } from '../../kit/headers.ts';
import { always } from '../../kit/media-type.ts';
import { filled } from '../../kit/objects.ts';
import { has, idOrString, where } from '../../kit/params.ts';
import { readerOf } from '../../kit/reader.ts';
import type { ImpPatch, TrafficSpec } from '../../kit/spec.ts';

/** Ids of a section of a site, its network and its profile. */
export const sectionIds = z.object({ custom_site_section_id: z.string(), network_id: z.string(), profile_id: z.string() });

/** In the Java variant one bidder is an alias of the other, and each takes a zone or the ids of a section. */
const zoneOrSection = where(sectionIds.partial().extend({ zoneId: idOrString().optional() }), {
  anyOf: [has('zoneId'), has('custom_site_section_id', 'network_id', 'profile_id')],
});
const readZoneOrSection = readerOf(zoneOrSection);

/** The params that are not empty; the zone as a string, an empty one too. */
function javaParams(bidder: unknown): Result<object> {
  const found = readZoneOrSection(bidder);
  if ('error' in found) return found;
  const { zoneId, ...section } = found.value;
  return { value: { ...filled(section), ...(zoneId !== undefined && { zoneId: String(zoneId) }) } };
}

const badImp = (imp: string, cause: string) => badInput(`Invalid imp.ext for impression ${imp}. Error Infomation: ${cause}`);

export const freewheelTraffic = {
  badParams: (cause, _, __, index) => badImp(`index ${index}`, cause),
  onBadImp: 'abort',
  headers: () => ({ Componentid: 'prebid-go' }),
  response: {
    currency: 'response',
    mediaType: always('video'),
    extras: ({ dur = 0, cat = [] }) => ({ video: { duration: Math.max(dur, 0), primary_category: cat[0] ?? '' } }),
  },
  java: {
    badParams: (cause, { id }) => badImp(`id ${id}`, cause),
    headers: () => ({ ...JSON_ACCEPT, Componentid: 'prebid-java' }),
    params: zoneOrSection,
    readParams: javaParams,
    imp: ({ params }) => ({ ext: params as ImpPatch['ext'] }),
  },
} satisfies TrafficSpec<unknown, undefined>;
