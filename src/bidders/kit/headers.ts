/** Headers of calls, built once if they are constant. */
import type { DeepReadonly, Device } from '#src/openrtb/ortb.ts';
import type { Call, SharedRequest } from '../bidder.ts';
import type { KitDialect } from './kit-dialect.ts';
import type { Group, HeaderPreset, Headers, RequestContext, TrafficSpec } from './spec.ts';

export const JSON_ONLY = { 'Content-Type': 'application/json;charset=utf-8' } as const;
export const JSON_ACCEPT = { ...JSON_ONLY, Accept: 'application/json' } as const;
export const OPENRTB_25 = { ...JSON_ACCEPT, 'X-Openrtb-Version': '2.5' } as const;
export const OPENRTB_26 = { ...JSON_ACCEPT, 'X-Openrtb-Version': '2.6' } as const;
/** Without a charset. */
export const PLAIN_JSON = { 'Content-Type': 'application/json' } as const;
export const PLAIN_JSON_ACCEPT = { ...PLAIN_JSON, Accept: 'application/json' } as const;

const PRESETS: { readonly [P in HeaderPreset]: Call['headers'] } = {
  'json+accept': JSON_ACCEPT,
  json: JSON_ONLY,
  none: {},
  'openrtb-2.5': OPENRTB_25,
  'openrtb-2.6': OPENRTB_26,
  'plain-json': PLAIN_JSON,
  'plain-json+accept': PLAIN_JSON_ACCEPT,
};

/** Presets with fewer headers than `json+accept`. */
const FEWER: ReadonlySet<HeaderPreset> = new Set(['none', 'json', 'plain-json']);

type MakeHeaders<P, T> = (group: Group<P>, context: RequestContext<T>) => Call['headers'];

/** The headers of a group's call. */
export function headersMaker<P, T>(
  { headers = 'json+accept', emptyHeaders = 'drop' }: TrafficSpec<P, T>,
  { sendsAccept }: KitDialect,
): MakeHeaders<P, T> {
  if (typeof headers === 'string') {
    const made = sendsAccept && FEWER.has(headers) ? JSON_ACCEPT : PRESETS[headers];
    return () => made;
  }
  const make: MakeHeaders<P, T> = (group, context) => toHeaders(headers(group, context), emptyHeaders === 'send');
  return sendsAccept ? (group, context) => withAccept(make(group, context)) : make;
}

/** Calls with a body name what they accept. */
const withAccept = (headers: Call['headers']): Call['headers'] =>
  headers['Content-Type'] && !headers['Accept'] ? { ...headers, Accept: JSON_ACCEPT.Accept } : headers;

/** Header values as strings; absent ones are omitted, and empty ones unless they are wanted. */
export function toHeaders(headers: Headers, withEmpty = false): Call['headers'] {
  const isSent = (value: string | undefined): value is string => value !== undefined && (withEmpty || value !== '');
  const made: { [name: string]: string | readonly string[] } = {};
  for (const name in headers) {
    const value = headers[name];
    if (typeof value === 'object') {
      const lines = value.filter(isSent);
      if (lines.length > 0) made[name] = lines;
    } else if (value !== undefined && (withEmpty || value !== '')) made[name] = String(value);
  }
  return made;
}

export interface DeviceHeaders {
  /** `X-Forwarded-For`: both addresses, a header line each, or one; default `'ipv6, ip'`. */
  readonly ip?: 'ipv6, ip' | 'ip, ipv6' | 'ip or ipv6' | 'ipv6 or ip' | 'ip' | 'none';
  /** Send `Accept-Language`. */
  readonly language?: boolean;
  /** Send `Dnt`, 0 too. */
  readonly dnt?: boolean;
}

/** `User-Agent`, `X-Forwarded-For` and more of the user's device. */
export const deviceHeaders = (
  device: DeepReadonly<Device> | undefined,
  { ip = 'ipv6, ip', language, dnt }: DeviceHeaders = {},
): Headers => ({
  'User-Agent': device?.ua,
  ...(ip !== 'none' && { 'X-Forwarded-For': addressesOf(device ?? {}, ip) }),
  ...(language && { 'Accept-Language': device?.language }),
  ...(dnt && { Dnt: device?.dnt }),
});

/** JSON, with the user's device and page. */
export const headersOfPage = (_: unknown, { request: { device, site } }: { readonly request: SharedRequest }): Headers => ({
  ...JSON_ACCEPT,
  ...deviceHeaders(device, { ip: 'ip', language: true, dnt: true }),
  Referer: site?.page,
});

function addressesOf({ ip, ipv6 }: DeepReadonly<Device>, which: NonNullable<DeviceHeaders['ip']>): Headers[string] {
  switch (which) {
    case 'ip, ipv6':
      return [ip, ipv6];
    case 'ip or ipv6':
      return ip || ipv6;
    case 'ipv6 or ip':
      return ipv6 || ip;
    case 'ip':
      return ip;
    default:
      return [ipv6, ip];
  }
}
