import { FIFTYONE_DIALECTS } from '#src/modules/fiftyone-devicedetection/dialects.ts';
import { fillFromProperties } from '#src/modules/fiftyone-devicedetection/properties.ts';
import type { ModuleRow } from '../suites/modules.ts';

export function run({ input, variant }: ModuleRow): unknown {
  if (input.body?.device) fillFromProperties(input.body.device, input.detected ?? {}, FIFTYONE_DIALECTS[variant]);
  return { body: input.body };
}

/** Decision 50: `geofetch` as OpenRTB spells it, and no type for a device of an unknown type. */
export function decided({ input, expect }: ModuleRow): Record<string, unknown> {
  const { body } = expect as { body: { device?: Record<string, unknown> } | null };
  const device: Record<string, unknown> = { ...body?.device };
  const given: Record<string, unknown> = input.body?.device ?? {};
  if (!('geoFetch' in given)) {
    device['geofetch'] = device['geoFetch'];
    delete device['geoFetch'];
  }
  const known: Record<string, unknown> = {};
  fillFromProperties(known, { DeviceType: input.detected?.DeviceType }, FIFTYONE_DIALECTS.go);
  return { body: { ...body, device: { ...device, devicetype: given['devicetype'] ?? known['devicetype'] } } };
}
