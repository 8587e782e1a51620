import { fillFromCapabilities } from '#src/modules/wurfl-devicedetection/capabilities.ts';
import { WURFL_DIALECTS } from '#src/modules/wurfl-devicedetection/dialects.ts';
import type { ModuleRow } from '../suites/modules.ts';

export function run({ config, input, variant }: ModuleRow): unknown {
  const device = input.device ?? {};
  fillFromCapabilities(device, input.capabilities ?? {}, config?.ext_caps === true, WURFL_DIALECTS[variant]);
  return { device };
}
