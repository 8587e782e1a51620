/** 51Degrees properties mapped onto `device`. */
import { isObject } from '#src/json/merge.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import { toNumber } from '../account-settings.ts';
import type { Detected } from '../device-detection/engine.ts';
import type { FiftyoneDialect } from './dialects.ts';

const DEVICE_TYPES: { readonly [type: string]: number } = {
  Phone: 4,
  SmartPhone: 4,
  Tablet: 5,
  Mobile: 1,
  Desktop: 2,
  EReader: 2,
  'Vehicle Display': 2,
  Tv: 3,
  IoT: 6,
  Router: 6,
  SmallScreen: 6,
  SmartSpeaker: 6,
  SmartWatch: 6,
  Console: 7,
  MediaHub: 7,
  Kiosk: 8,
};

/** The field that holds the vendor's id in `device.ext`. */
export const DEVICE_ID = 'fiftyonedegrees_deviceId';

/** A known text; lists are joined. */
function textOf(value: unknown): string | undefined {
  const text = Array.isArray(value) ? value.join(',') : value;
  return typeof text === 'string' && text.trim() !== '' && text !== 'Unknown' ? text : undefined;
}

function positive(value: unknown): number | undefined {
  const number = toNumber(value);
  return number !== undefined && number > 0 ? number : undefined;
}

function flagOf(value: unknown): number | undefined {
  if (value === true || value === 'True' || value === 'true') return 1;
  return value === false || value === 'False' || value === 'false' ? 0 : undefined;
}

/** Pixels per inch, from height in pixels and in inches. */
function density(detected: Detected): number | undefined {
  const [pixels, inches] = [positive(detected['ScreenPixelsHeight']), positive(detected['ScreenInchesHeight'])];
  return pixels === undefined || inches === undefined ? undefined : Math.round(pixels / inches);
}

/** The values of `device` that the properties hold. */
function valuesOf(detected: Detected, { fillsAgent }: FiftyoneDialect): Ext {
  const type = textOf(detected['DeviceType']);
  const values = {
    devicetype: type !== undefined && Object.hasOwn(DEVICE_TYPES, type) ? DEVICE_TYPES[type] : undefined,
    make: textOf(detected['HardwareVendor']),
    model: textOf(detected['HardwareNamePrefix']) ?? textOf(detected['HardwareModel']) ?? textOf(detected['HardwareName']),
    hwv: textOf(detected['HardwareNameVersion']),
    os: textOf(detected['PlatformName']),
    osv: textOf(detected['PlatformVersion']),
    h: positive(detected['ScreenPixelsHeight']),
    w: positive(detected['ScreenPixelsWidth']),
    ppi: density(detected),
    pxratio: positive(detected['PixelRatio']),
  };
  if (!fillsAgent) return values;
  return { ...values, ua: textOf(detected['UserAgent']), js: flagOf(detected['Javascript']), geofetch: flagOf(detected['GeoLocation']) };
}

/** Whether a field needs a value. */
function isMissing(value: unknown, { fillsEmpty }: FiftyoneDialect): boolean {
  if (value === undefined) return true;
  if (!fillsEmpty) return false;
  return value === null || (typeof value === 'string' && value.trim() === '') || (typeof value === 'number' && value <= 0);
}

/** Fills missing fields of `device` in place and records the vendor's device id in its `ext`. */
export function fillFromProperties(device: Ext, detected: Detected, dialect: FiftyoneDialect): void {
  for (const [name, value] of Object.entries(valuesOf(detected, dialect))) {
    if (value !== undefined && isMissing(device[name], dialect)) device[name] = value;
  }
  const id = textOf(detected['DeviceId']);
  if (id === undefined) return;
  const ext = isObject(device['ext']) ? device['ext'] : {};
  if (dialect.replacesId || isMissing(ext[DEVICE_ID], dialect)) device['ext'] = { ...ext, [DEVICE_ID]: id };
}
