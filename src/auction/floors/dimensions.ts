/** Properties of a request and an imp that floor rules can match. Unknown is `*`. */

import type { FloorsDialect } from '#src/dialect/contract/floors.ts';
import type { BidRequest, Format, Imp } from '#src/openrtb/ortb.ts';

/** Sources of the values. `bidder` is set only if floors are computed for one bidder. */
export interface FloorSubject {
  readonly request: BidRequest;
  readonly imp: Imp;
  readonly bidder?: string | undefined;
  readonly dialect: FloorsDialect;
}

export const ANY = '*';

/** A field's values, the more specific first; empty: unknown. */
type Dimension = (subject: FloorSubject) => readonly unknown[];

const single = (value: unknown): readonly unknown[] => [value];

export const DIMENSIONS: ReadonlyMap<string, Dimension> = new Map<string, Dimension>([
  ['mediaType', ({ imp, dialect }) => mediaTypes(imp, dialect)],
  ['size', ({ imp, dialect }) => single(sizeOf(imp, dialect))],
  ['domain', domains],
  ['siteDomain', ({ request: { site, app, dooh } }) => single(site?.domain || app?.domain || dooh?.domain)],
  ['pubDomain', ({ request }) => single(publisherDomain(request))],
  ['bundle', ({ request }) => single(request.app?.bundle)],
  ['channel', ({ request }) => single(request.ext?.srv?.channel?.name)],
  ['gptSlot', ({ imp }) => single(gptSlot(imp))],
  ['adUnitCode', ({ imp }) => single(adUnitCode(imp))],
  ['country', ({ request, dialect }) => single(dialect.country(request.device?.geo?.country))],
  ['deviceType', ({ request }) => single(deviceType(request.device?.ua))],
  ['bidder', ({ bidder }) => single(bidder)],
]);

/** Known values of one field; only `*` if there are none. */
export function valuesOf(field: string, subject: FloorSubject): readonly string[] {
  const values = (DIMENSIONS.get(field)?.(subject) ?? []).filter((value): value is string => typeof value === 'string' && value !== '');
  return values.length > 0 ? values : [ANY];
}

function mediaTypes({ banner, video, audio, native }: Imp, { videoTypes }: FloorsDialect): readonly string[] {
  const types: string[] = [];
  if (banner) types.push('banner');
  if (video) types.push(...videoTypes(video.placement));
  if (audio) types.push('audio');
  if (native) types.push('native');
  const several = [banner, video, audio, native].filter(Boolean).length > 1;
  return several ? [] : types;
}

const asSize = ({ w, h }: Pick<Format, 'w' | 'h'>): string | undefined => (w && h ? `${w}x${h}` : undefined);

/** The single size of an imp. */
function sizeOf({ banner, video, audio, native }: Imp, { sizesOneTypeOnly }: FloorsDialect): string | undefined {
  if (sizesOneTypeOnly && [banner, video, audio, native].filter(Boolean).length > 1) return undefined;
  if (!banner) return video && asSize(video);
  const formats = banner.format ?? [];
  if (formats.length > 1) return undefined;
  return asSize(formats[0] ?? banner);
}

const publisherDomain = ({ site, app, dooh }: BidRequest): string | undefined =>
  site?.publisher?.domain || app?.publisher?.domain || dooh?.publisher?.domain;

/** The page's domain and its publisher's. */
function domains({ request, dialect }: FloorSubject): readonly unknown[] {
  const own = request.site?.domain || request.app?.domain || request.dooh?.domain;
  return dialect.domains(own, publisherDomain(request));
}

function gptSlot({ ext }: Imp): unknown {
  const { adserver, pbadslot } = (ext?.data ?? {}) as { adserver?: { name?: unknown; adslot?: unknown }; pbadslot?: unknown };
  return adserver?.name === 'gam' ? adserver.adslot : pbadslot;
}

function adUnitCode({ ext, tagid }: Imp): unknown {
  return ext?.['gpid'] || tagid || ext?.data?.['pbadslot'] || ext?.srv?.storedrequest?.id;
}

/** Max characters of a user agent that are read; real ones are shorter. */
const MAX_AGENT = 1024;

/** The established patterns as plain word tests: `android.*mobile` or `mobile.*android` means both words in any order. */
function deviceType(agent: string | undefined): string | undefined {
  if (!agent) return undefined;
  const text = agent.slice(0, MAX_AGENT).toLowerCase();
  const has = (...words: string[]): boolean => words.every((word) => text.includes(word));
  if (has('phone') || has('android', 'mobile')) return 'phone';
  return has('tablet') || has('ipad') || has('windows nt', 'touch') || has('android') ? 'tablet' : 'desktop';
}
