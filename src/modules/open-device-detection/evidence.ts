/** What describes a device: its user agent and client hints, from the body or from the HTTP headers. */
import { isObject } from '#src/json/merge.ts';
import { string } from '#src/json/values.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import { versionOf } from '../device-detection/client-hints.ts';
import type { Evidence } from '../device-detection/engine.ts';

/** An agent and the hints that add to it; empty: unknown. */
export interface DeviceEvidence {
  readonly agent: string;
  readonly platform: string;
  readonly platformVersion: string;
  readonly model: string;
  /** `1`, `0` or empty. */
  readonly mobile: string;
}

/** The headers that describe a device, in lower case. */
export const HEADERS: readonly string[] = [
  'user-agent',
  'sec-ch-ua-platform',
  'sec-ch-ua-platform-version',
  'sec-ch-ua-model',
  'sec-ch-ua-mobile',
];

/** Longer values describe no real device, and would fill the cache. */
const MAX_LENGTH = 512;

const limited = (text: string): string => text.trim().slice(0, MAX_LENGTH);

/** The content of an RFC 8941 string. */
const unquoted = (header: string | undefined): string => limited(header ?? '').replace(/^"|"$/g, '');

const ofHeaders = (agent: string, headers: Evidence): DeviceEvidence => ({
  agent,
  platform: unquoted(headers['sec-ch-ua-platform']),
  platformVersion: unquoted(headers['sec-ch-ua-platform-version']),
  model: unquoted(headers['sec-ch-ua-model']),
  mobile: unquoted(headers['sec-ch-ua-mobile']).replace('?', ''),
});

function ofSua(agent: string, sua: Ext): DeviceEvidence {
  const platform = isObject(sua['platform']) ? sua['platform'] : {};
  return {
    agent,
    platform: limited(string(platform['brand'])),
    platformVersion: limited(versionOf(platform['version'], true)),
    model: limited(string(sua['model'])),
    mobile: sua['mobile'] === 1 || sua['mobile'] === 0 ? String(sua['mobile']) : '',
  };
}

/**
 * The evidence of a request. `device.ua` precedes the header, `device.sua` the hints. Headers count only if the body names no other agent:
 * those of a server that sends requests for a device do not describe the device.
 */
export function evidenceOf(device: Ext, headers: Evidence): DeviceEvidence {
  const [own, sent] = [limited(string(device['ua'])), limited(headers['user-agent'] ?? '')];
  if (isObject(device['sua'])) return ofSua(own, device['sua']);
  return own === '' || own === sent ? ofHeaders(sent, headers) : ofSua(own, {});
}
