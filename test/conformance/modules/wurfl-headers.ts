import { WURFL_DIALECTS } from '#src/modules/wurfl-devicedetection/dialects.ts';
import { wurflEvidence } from '#src/modules/wurfl-devicedetection/evidence.ts';
import type { ModuleRow } from '../suites/modules.ts';

export const run = ({ input, variant }: ModuleRow): unknown => ({
  headers: wurflEvidence(input.device ?? {}, input.headers ?? {}, WURFL_DIALECTS[variant]),
});
