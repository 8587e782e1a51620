/** WURFL capabilities (strings) mapped onto `device`. */
import { isObject } from '#src/json/merge.ts';
import { nonEmptyString } from '#src/json/values.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { Detected } from '../device-detection/engine.ts';
import type { WurflDialect } from './dialects.ts';

const FORM_FACTORS: { readonly [factor: string]: number } = {
  Desktop: 2,
  Smartphone: 4,
  'Feature Phone': 4,
  Tablet: 5,
  'Smart-TV': 3,
  'Other Non-Mobile': 6,
  'Other Mobile': 1,
};

const isTrue = (value: unknown): boolean => value === 'true' || value === true;

/** `device.devicetype` (OpenRTB list of device types); undefined: unknown. */
function deviceType(capabilities: Detected): number | undefined {
  if (isTrue(capabilities['is_ott'])) return 7;
  if (isTrue(capabilities['is_console'])) return 6;
  if (capabilities['physical_form_factor'] === 'out_of_home_device') return 8;
  const factor = capabilities['form_factor'];
  return typeof factor === 'string' && Object.hasOwn(FORM_FACTORS, factor) ? FORM_FACTORS[factor] : undefined;
}

const integer = (value: unknown): number | undefined => (/^[+-]?\d+$/.test(String(value)) ? Number(value) : undefined);

function decimal(value: unknown): number | undefined {
  const text = nonEmptyString(value);
  const number = text === undefined ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : undefined;
}

function flag(value: unknown): number | undefined {
  if (isTrue(value)) return 1;
  return value === 'false' || value === false ? 0 : undefined;
}

/** The values of `device` that the capabilities hold. */
function valuesOf(capabilities: Detected): Ext {
  const model = nonEmptyString(capabilities['model_name']);
  return {
    devicetype: deviceType(capabilities),
    make: nonEmptyString(capabilities['brand_name']),
    model,
    hwv: model,
    os: nonEmptyString(capabilities['advertised_device_os']),
    osv: nonEmptyString(capabilities['advertised_device_os_version']),
    h: integer(capabilities['resolution_height']),
    w: integer(capabilities['resolution_width']),
    ppi: integer(capabilities['pixel_density']),
    pxratio: decimal(capabilities['density_class']),
    js: flag(capabilities['ajax_support_javascript']),
  };
}

/** Whether a field needs a value. */
function isMissing(name: string, value: unknown, { fillsEmpty }: WurflDialect): boolean {
  if (value === undefined || value === null) return true;
  if (name === 'js') return false;
  return fillsEmpty ? value === '' || value === 0 : name === 'devicetype' && value === 0;
}

/**
 * Fills missing fields of `device` in place and records the vendor's id in `ext.wurfl`.
 * @param all all capabilities go into `ext.wurfl`, not only the id
 */
export function fillFromCapabilities(device: Ext, capabilities: Detected, all: boolean, dialect: WurflDialect): void {
  for (const [name, value] of Object.entries(valuesOf(capabilities))) {
    if (value !== undefined && isMissing(name, device[name], dialect)) device[name] = value;
  }
  const id = nonEmptyString(capabilities['wurfl_id']);
  if (id === undefined) return;
  const ext = isObject(device['ext']) ? device['ext'] : {};
  const strings = Object.fromEntries(Object.entries(capabilities).map(([name, value]) => [name, String(value)]));
  device['ext'] = { ...ext, wurfl: all ? { ...strings, wurfl_id: id } : { wurfl_id: id } };
}
