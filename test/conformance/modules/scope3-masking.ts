import { maskForScope3 } from '#src/modules/scope3-rtd/mask.ts';
import { scope3Settings } from '#src/modules/scope3-rtd/settings.ts';
import type { ModuleRow } from '../suites/modules.ts';

export const run = ({ config, input }: ModuleRow): unknown => ({
  request: maskForScope3(input.request ?? {}, scope3Settings(config ?? {}).masking),
});
