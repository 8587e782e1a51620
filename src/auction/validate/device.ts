/** Device data from the HTTP request: address, user agent, do-not-track. */

import type { HostConfig } from '#src/config/schema.ts';
import type { BidRequest, Device } from '#src/openrtb/ortb.ts';
import type { Incoming } from '../auction.ts';
import { findClientIp, maskIpv6, parseAddress, privateNetworksOf } from './client-ip.ts';

type Headers = Incoming['headers'];

/** The request's device, created if absent. */
export function deviceOf(request: BidRequest): Device {
  request.device ??= {};
  return request.device;
}

/** Fills missing fields of the device, in place. */
export function fillDevice(request: BidRequest, incoming: Incoming, config: HostConfig): void {
  fillAddress(request, incoming, config);
  fillUserAgent(request, incoming.headers, config.rules.trimUserAgent);
  fillDnt(request, incoming.headers, config.rules.overrideDnt);
}

/** Removes invalid and non-public addresses; sets the caller's if none remains. */
function fillAddress(request: BidRequest, incoming: Incoming, config: HostConfig): void {
  const { device } = request;
  const networks = privateNetworksOf(config);
  if (device) {
    if (device.ip) device.ip = publicAddress(device.ip, 4, config);
    if (device.ipv6) device.ipv6 = publicAddress(device.ipv6, 6, config);
    if (device.ip || device.ipv6) return;
  }
  const found = findClientIp(incoming, networks);
  if (!found) return;
  if (found.version === 4) deviceOf(request).ip = found.text;
  else deviceOf(request).ipv6 = shortened(found.text, config);
}

function publicAddress(text: string, version: 4 | 6, config: HostConfig): string | undefined {
  const address = parseAddress(text);
  if (address?.version !== version || privateNetworksOf(config).has(address)) return undefined;
  return version === 6 ? shortened(text, config) : text;
}

const shortened = (ipv6: string, config: HostConfig): string =>
  config.rules.maskIpv6 ? maskIpv6(ipv6.trim(), config.ipv6.always_mask_right) : ipv6;

/** `device.ua` from the header if it is empty. @param trims blank ones count as empty */
export function fillUserAgent(request: BidRequest, headers: Headers, trims: boolean): void {
  const given = request.device?.ua;
  if (trims ? given?.trim() : given) return;
  const agent = trims ? headers['user-agent']?.trim() : headers['user-agent'];
  if (agent) deviceOf(request).ua = agent;
}

/** `device.dnt` from a header with 0 or 1. @param overrides also replaces a value in the request */
export function fillDnt(request: BidRequest, headers: Headers, overrides: boolean): void {
  const { dnt } = headers;
  if (dnt !== '0' && dnt !== '1') return;
  if (!overrides && typeof request.device?.dnt === 'number') return;
  deviceOf(request).dnt = dnt === '1' ? 1 : 0;
}
