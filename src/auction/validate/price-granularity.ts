/** Price granularities of `ext.srv.targeting`: defaults and validation. */
import type { PriceGranularity, PriceRange, TargetingExt } from '#src/openrtb/ext.ts';
import { legacyGranularity, mediumGranularity } from '#src/openrtb/granularity.ts';

const MEDIA_TYPES = ['video', 'banner', 'native'] as const;
const MAX_PRECISION = 15;
const PREFIX = 'Price granularity error: ';

const isGranularity = (value: PriceGranularity | string | undefined): value is PriceGranularity => typeof value === 'object';

/** Each range begins where the previous one ends. */
export function fillRanges(ranges: PriceRange[]): { readonly value: PriceRange[]; readonly modified: boolean } {
  let min = 0;
  let modified = false;
  const value = ranges.map((range) => {
    const right = range.min === min;
    if (!right) modified = true;
    const filled = right ? range : { ...range, min };
    min = range.max ?? 0;
    return filled;
  });
  return modified ? { value, modified } : { value: ranges, modified };
}

/** Without ranges: the standard one, else medium. Without precision: 2. The given object is not modified. */
export function fillGranularity(
  given: PriceGranularity | undefined,
  standard?: PriceGranularity,
): { readonly value: PriceGranularity; readonly modified: boolean } {
  if (!given?.ranges || given.ranges.length === 0) return { value: standard ?? mediumGranularity(), modified: true };
  const ranges = fillRanges(given.ranges);
  if (!ranges.modified && given.precision !== undefined) return { value: given, modified: false };
  return { value: { ...given, precision: given.precision ?? 2, ranges: ranges.value }, modified: true };
}

const toGranularity = (value: PriceGranularity | string | undefined): PriceGranularity | undefined =>
  typeof value === 'string' ? legacyGranularity(value) : value;

/**
 * Fills missing fields of targeting, in place.
 * @param ofAccount name of the account's granularity; an unknown one is medium
 * @returns whether anything changed
 */
export function fillTargeting(targeting: TargetingExt, ofAccount?: string): boolean {
  const general = fillGranularity(toGranularity(targeting.pricegranularity), toGranularity(ofAccount));
  let { modified } = general;
  if (modified) targeting.pricegranularity = general.value;
  const byType = targeting.mediatypepricegranularity;
  for (const type of MEDIA_TYPES) {
    const given = byType?.[type];
    if (!byType || given === undefined) continue;
    const filled = fillGranularity(toGranularity(given));
    if (!filled.modified) continue;
    byType[type] = filled.value;
    modified = true;
  }
  for (const flag of ['includewinners', 'includebidderkeys'] as const) {
    if (targeting[flag] !== undefined) continue;
    targeting[flag] = true;
    modified = true;
  }
  return modified;
}

/** Why a granularity is invalid. */
export function granularityError({ precision, ranges = [] }: PriceGranularity): string | undefined {
  if (precision === undefined) return `${PREFIX}precision is required`;
  if (precision < 0) return `${PREFIX}precision must be non-negative`;
  if (precision > MAX_PRECISION) return `${PREFIX}precision of more than ${MAX_PRECISION} significant figures is not supported`;
  let previous = 0;
  for (const { max = 0, increment = 0 } of ranges) {
    if (max <= previous) return `${PREFIX}range list must be ordered with increasing "max"`;
    if (increment <= 0) return `${PREFIX}increment must be a nonzero positive number`;
    previous = max;
  }
  return undefined;
}

/** Why `ext.srv.targeting` is invalid: the general granularity first, then video, banner, native. */
export function targetingError(targeting: TargetingExt | undefined): string | undefined {
  if (!targeting) return undefined;
  const byType = targeting.mediatypepricegranularity;
  for (const given of [targeting.pricegranularity, ...MEDIA_TYPES.map((type) => byType?.[type])]) {
    const error = isGranularity(given) ? granularityError(given) : undefined;
    if (error) return error;
  }
  return undefined;
}
