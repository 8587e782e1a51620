/** Headers of calls, built once where they are always the same. */
import type { DeepReadonly, Device } from '#src/wire/ortb.ts';
import type { Call } from '../bidder.ts';
import type { Headers } from './spec.ts';

export const JSON_ONLY = { 'Content-Type': 'application/json;charset=utf-8' } as const;
export const JSON_ACCEPT = { ...JSON_ONLY, Accept: 'application/json' } as const;
const NONE = {} as const;

export const PRESETS = { 'json+accept': JSON_ACCEPT, json: JSON_ONLY, none: NONE } as const;

/** Values without those that are empty; numbers as text. */
export function toHeaders(headers: Headers): Call['headers'] {
  const made: { [name: string]: string | readonly string[] } = {};
  for (const name in headers) {
    const value = headers[name];
    if (typeof value === 'object') {
      const filled = value.filter((one) => one !== undefined && one !== '') as readonly string[];
      if (filled.length > 0) made[name] = filled;
    } else if (value !== undefined && value !== '') made[name] = String(value);
  }
  return made;
}

/** `User-Agent` and `X-Forwarded-For` (IPv6 first, then IPv4) of the user's device. */
export const deviceHeaders = (device: DeepReadonly<Device> | undefined): Headers => ({
  'User-Agent': device?.ua,
  'X-Forwarded-For': [device?.ipv6, device?.ip],
});
