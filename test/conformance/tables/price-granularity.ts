/** Topic `price-granularity`: validation, decoding and defaults. */
import { fillGranularity, fillRanges, fillTargeting, granularityError, targetingError } from '#src/auction/validate/price-granularity.ts';
import type { PriceGranularity, PriceRange, TargetingExt } from '#src/openrtb/ext.ts';
import { extError } from '#src/openrtb/ext-shapes.ts';
import type { Row } from '../suites/tables.ts';

/** As the step gets it: null is absent. */
const withoutNulls = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null), (_key, field: unknown) => field ?? undefined);

export function run({ in: given }: Row): Record<string, unknown> {
  const op = given['op'];
  const value = withoutNulls(given['value']);
  switch (op) {
    case 'validate':
      return { error: granularityError((value ?? {}) as PriceGranularity) };
    case 'validate-targeting':
      return { error: targetingError((value ?? undefined) as TargetingExt | undefined) };
    case 'decode':
      return decode(String(given['json'] ?? ''));
    case 'defaults':
      return { ...fillGranularity((value ?? {}) as PriceGranularity) };
    case 'range-defaults':
      return { ...fillRanges((value ?? []) as PriceRange[]) };
    default:
      return value ? { modified: fillTargeting(value as TargetingExt), value } : { value: null, modified: false };
  }
}

function decode(json: string): Record<string, unknown> {
  try {
    const targeting = { pricegranularity: JSON.parse(json) as unknown };
    const error = extError('Targeting', targeting);
    return error ? { error: true } : { error: false, value: targeting.pricegranularity };
  } catch {
    return { error: true };
  }
}
