/** Operating system and type of a device, by its user agent. */
import type { DeepReadonly, Device } from '#src/openrtb/ortb.ts';

const SYSTEMS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Windows', /Windows/],
  ['iOS', /iPhone|iPod|iPad/],
  ['macOS', /Mac OS X/],
  ['Android', /Android/],
  ['Linux', /Linux/],
];
const ANY_CASE = SYSTEMS.map(([name, { source }]) => [name, new RegExp(source, 'i')] as const);

const MOBILE = /(ios|ipod|ipad|iphone|android)/;
const TV = /(smart[-]?tv|hbbtv|appletv|googletv|hdmi|netcast\.tv|viera|nettv|roku|\bdtv\b|sonydtv|inettvbrowser|\btv\b)/;

/** The device with `os` and `devicetype` (1 mobile, 2 computer, 3 TV) of its user agent. */
export function describedDevice(device: DeepReadonly<Device>, ua: string, ignoreCase: boolean): DeepReadonly<Device> {
  const found = (ignoreCase ? ANY_CASE : SYSTEMS).find(([, pattern]) => pattern.test(ua));
  const lower = ua.toLowerCase();
  return { ...device, os: found?.[0] ?? 'Unknown', devicetype: MOBILE.test(lower) ? 1 : TV.test(lower) ? 3 : 2 };
}
