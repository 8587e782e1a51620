import { ratesOf, thresholdOf } from '#src/modules/greenbids-throttling/throttle.ts';
import type { ModuleRow } from '../suites/modules.ts';

export const run = ({ config, input }: ModuleRow): unknown => ({
  threshold: thresholdOf(input.thresholds ?? [], input.tpr ?? [], ratesOf(config ?? {})['target-tpr']),
});
