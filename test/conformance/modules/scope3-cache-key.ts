import { cacheKey } from '#src/modules/scope3-rtd/cache-key.ts';
import type { ModuleRow } from '../suites/modules.ts';

export const run = ({ input }: ModuleRow): unknown => ({ same: cacheKey(input.request ?? {}) === cacheKey(input.other ?? {}) });
