/** AMP sizes over the stored formats. */
import { overrideSizes, parseMultisize } from '#src/auction/endpoints/amp/sizes.ts';
import type { Banner, Format } from '#src/openrtb/ortb.ts';
import type { Row } from '../suites/tables.ts';

interface In {
  readonly w: number;
  readonly h: number;
  readonly ow: number;
  readonly oh: number;
  readonly ms: string;
  readonly storedFormat: Format[];
}

export function run(row: Row): Record<string, unknown> {
  const given = row.in as unknown as In;
  const banner: Banner = { format: given.storedFormat };
  overrideSizes(banner, {
    width: given.w,
    height: given.h,
    overrideWidth: given.ow,
    overrideHeight: given.oh,
    multisize: parseMultisize(given.ms),
  });
  return { format: banner.format };
}
