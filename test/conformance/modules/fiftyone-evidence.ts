import { bodyEvidence } from '#src/modules/fiftyone-devicedetection/evidence.ts';
import type { ModuleRow } from '../suites/modules.ts';

export const run = ({ input }: ModuleRow): unknown => ({ headers: bodyEvidence(input.body?.device ?? {}) });
