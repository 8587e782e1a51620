/** What the HTTP request says about the device: address, user agent, do-not-track (auction-request.md 7.1). */
import type { Incoming } from '#src/auction/auction.ts';
import type { HostConfig } from '#src/config/schema.ts';
import type { BidRequest, Device } from '#src/wire/ortb.ts';
import { findClientIp, keepIpv6Bits, parseAddress, privateNetworksOf } from './client-ip.ts';

type Headers = Incoming['headers'];

/** The request's device, made where there is none. */
export function deviceOf(request: BidRequest): Device {
  request.device ??= {};
  return request.device;
}

/** Fills what the device leaves open, in place. */
export function fillDevice(request: BidRequest, incoming: Incoming, config: HostConfig): void {
  fillAddress(request, incoming, config);
  fillUserAgent(request, incoming.headers, config.rules.trimUserAgent);
  fillDnt(request, incoming.headers, config.rules.overrideDnt);
}

/** Takes out addresses that are none or not public; puts in the caller's where none is left. */
export function fillAddress(request: BidRequest, incoming: Incoming, config: HostConfig): void {
  const { device } = request;
  const networks = privateNetworksOf(config);
  if (device) {
    if (device.ip) device.ip = publicText(device.ip, 4, config);
    if (device.ipv6) device.ipv6 = publicText(device.ipv6, 6, config);
    if (device.ip || device.ipv6) return;
  }
  const found = findClientIp(incoming, networks);
  if (!found) return;
  if (found.version === 4) deviceOf(request).ip = found.text;
  else deviceOf(request).ipv6 = shortened(found.text, config);
}

function publicText(text: string, version: 4 | 6, config: HostConfig): string | undefined {
  const address = parseAddress(text);
  if (address?.version !== version || privateNetworksOf(config).has(address)) return undefined;
  return version === 6 ? shortened(text, config) : text;
}

const shortened = (ipv6: string, config: HostConfig): string =>
  config.rules.maskIpv6 ? keepIpv6Bits(ipv6.trim(), config.ipv6.always_mask_right) : ipv6;

/** `device.ua` from the header where it is empty. @param trims blank ones are empty */
export function fillUserAgent(request: BidRequest, headers: Headers, trims: boolean): void {
  const given = request.device?.ua;
  if (trims ? given?.trim() : given) return;
  const agent = trims ? headers['user-agent']?.trim() : headers['user-agent'];
  if (agent) deviceOf(request).ua = agent;
}

/** `device.dnt` from a header that says 0 or 1. @param overrides also where the request has one */
export function fillDnt(request: BidRequest, headers: Headers, overrides: boolean): void {
  const { dnt } = headers;
  if (dnt !== '0' && dnt !== '1') return;
  if (!overrides && typeof request.device?.dnt === 'number') return;
  deviceOf(request).dnt = dnt === '1' ? 1 : 0;
}
