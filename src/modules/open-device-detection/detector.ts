/** Devices from user agents and client hints: type, make, model and operating system. Sizes are unknown to both. */
import type parse from 'ua-parser-js';
import type { DeviceEvidence } from './evidence.ts';

/** Values of `device` (OpenRTB 2.6, 3.2.18); absent: unknown. */
export interface DeviceValues {
  readonly devicetype?: number | undefined;
  readonly make?: string | undefined;
  readonly model?: string | undefined;
  readonly os?: string | undefined;
  readonly osv?: string | undefined;
}

type Parsed = ReturnType<typeof parse>;

/** OpenRTB's list of device types. */
const TYPES: { readonly [type: string]: number } = { mobile: 4, tablet: 5, smarttv: 3, console: 7, wearable: 6, embedded: 6 };
const DESKTOP = 2;
const DESKTOP_SYSTEMS = new Set(['Windows', 'Mac OS', 'macOS', 'Linux', 'Ubuntu', 'Debian', 'Fedora', 'Chromium OS', 'Chrome OS']);

/** Reduced agents have this model, and a fixed version of the system. */
const REDUCED = /; K\)/;

const known = (text: string | undefined): string | undefined => (text === '' ? undefined : text);

/** Type of the device; desktops are known by their system. */
function typeOf({ device, os }: Parsed, { platform, mobile }: DeviceEvidence): number | undefined {
  const type = device.type === undefined ? undefined : TYPES[device.type];
  if (type !== undefined) return type;
  if (mobile === '1') return TYPES['mobile'];
  return DESKTOP_SYSTEMS.has(platform || (os.name ?? '')) ? DESKTOP : undefined;
}

/** Windows 11 has platform versions from 13 on; 0 is older than 10. */
function windowsVersion(platformVersion: string): string | undefined {
  const major = Number.parseInt(platformVersion, 10);
  if (!(major > 0)) return undefined;
  return major >= 13 ? '11' : '10';
}

function systemOf({ os }: Parsed, { agent, platform, platformVersion }: DeviceEvidence): Pick<DeviceValues, 'os' | 'osv'> {
  if (platform === '') return { os: known(os.name), osv: REDUCED.test(agent) ? undefined : known(os.version) };
  const version = platform === 'Windows' ? windowsVersion(platformVersion) : known(platformVersion);
  return { os: platform, osv: version };
}

/** @param parseAgent the library's function */
export function detect(parseAgent: typeof parse, evidence: DeviceEvidence): DeviceValues {
  const { agent, model } = evidence;
  // A reduced agent with the model of its hint is as good as the full one: the library derives the make from it.
  const parsed = parseAgent(model === '' ? agent : agent.replace(REDUCED, () => `; ${model})`));
  const { vendor, model: parsedModel } = parsed.device;
  return {
    devicetype: typeOf(parsed, evidence),
    make: known(vendor),
    model: known(model) ?? (parsedModel === 'K' ? undefined : known(parsedModel)),
    ...systemOf(parsed, evidence),
  };
}
