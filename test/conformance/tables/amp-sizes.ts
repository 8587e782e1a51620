/** AMP sizes over the stored formats. */
import { overrideSizes, parseMultisize } from '#src/auction/endpoints/amp/sizes.ts';
import type { Banner, Format } from '#src/openrtb/ortb.ts';
import type { Row } from '../suites/tables.ts';

interface In {
  readonly w: number | null;
  readonly h: number | null;
  readonly ow: number | null;
  readonly oh: number | null;
  readonly ms: string | null;
  readonly storedFormat: Format[] | null;
}

export function run(row: Row): Record<string, unknown> {
  const given = row.in as unknown as In;
  const banner: Banner = { format: given.storedFormat ?? [] };
  overrideSizes(banner, {
    width: given.w ?? 0,
    height: given.h ?? 0,
    overrideWidth: given.ow ?? 0,
    overrideHeight: given.oh ?? 0,
    multisize: parseMultisize(given.ms ?? ''),
  });
  return { format: banner.format };
}
