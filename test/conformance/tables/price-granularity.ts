/** Topic `price-granularity`: checks, decoding and defaults. */
import { fillGranularity, fillRanges, fillTargeting, granularityFault, targetingFault } from '#src/auction/validate/price-granularity.ts';
import type { PriceGranularity, PriceRange, TargetingExt } from '#src/wire/ext.ts';
import { extFault } from '#src/wire/ext-shapes.ts';
import type { Row } from '../suites/tables.ts';

export function run({ in: given }: Row): Record<string, unknown> {
  const { op, value } = given;
  switch (op) {
    case 'validate':
      return { error: granularityFault(value as PriceGranularity) };
    case 'validate-targeting':
      return { error: targetingFault((value ?? undefined) as TargetingExt | undefined) };
    case 'decode':
      return decode(String(given['json']));
    case 'defaults':
      return { ...fillGranularity(value as PriceGranularity) };
    case 'range-defaults':
      return { ...fillRanges((value ?? []) as PriceRange[]) };
    default:
      return value ? { modified: fillTargeting(value as TargetingExt), value } : { value: null, modified: false };
  }
}

function decode(json: string): Record<string, unknown> {
  try {
    const targeting = { pricegranularity: JSON.parse(json) as unknown };
    const fault = extFault('Targeting', targeting);
    return fault ? { error: true } : { error: false, value: targeting.pricegranularity };
  } catch {
    return { error: true };
  }
}
