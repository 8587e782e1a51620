/** The caller's address: the first usable one of headers and socket, and which addresses are public. */
import { BlockList, isIP, SocketAddress } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { HostConfig } from '#src/config/schema.ts';
import type { Incoming } from '../auction.ts';

export interface Address {
  readonly text: string;
  readonly version: 4 | 6;
}

/** Addresses that say nothing about a caller. */
export interface Unusable {
  has(address: Address): boolean;
}

/** Networks given as CIDR strings, compiled once. Addresses are compared only with networks of their own IP version. */
export class PrivateNetworks implements Unusable {
  readonly #ipv4: readonly Ipv4Network[];
  readonly #ipv6: BlockList;

  constructor(ipv4: readonly string[], ipv6: readonly string[]) {
    this.#ipv4 = ipv4.map(ipv4Network);
    this.#ipv6 = toBlockList(ipv6);
  }

  has({ text, version }: Address): boolean {
    if (version === 6) return this.#ipv6.check(text, 'ipv6');
    const address = ipv4Number(text);
    return this.#ipv4.some(({ base, size }) => address >= base && address < base + size);
  }
}

/** A network as numbers: every request needs the check, and the platform's list takes 5 µs. */
interface Ipv4Network {
  readonly base: number;
  readonly size: number;
}

function ipv4Network(network: string): Ipv4Network {
  const slash = network.lastIndexOf('/');
  const size = 2 ** (32 - Number(network.slice(slash + 1)));
  const address = ipv4Number(network.slice(0, slash));
  return { base: address - (address % size), size };
}

/** A dotted address as a number. */
function ipv4Number(text: string): number {
  let number = 0;
  let part = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x2e) {
      number = number * 256 + part;
      part = 0;
    } else part = part * 10 + code - 0x30;
  }
  return number * 256 + part;
}

function toBlockList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const slash = network.lastIndexOf('/');
    list.addSubnet(network.slice(0, slash), Number(network.slice(slash + 1)), 'ipv6');
  }
  return list;
}

/** Loopback, multicast and broadcast. */
const MULTICAST = ['127.0.0.0/8', '224.0.0.0/4', '255.255.255.255/32'];

/** By settings that the warm-up shares with the host: the first auction finds them compiled. */
const compiled = new WeakMap<HostConfig['request_validation'], PrivateNetworks>();

/** The host's private networks, compiled on first use. */
export function privateNetworksOf(config: HostConfig): PrivateNetworks {
  const { request_validation } = config;
  let networks = compiled.get(request_validation);
  if (!networks) {
    const { ipv4_private_networks: ipv4, ipv6_private_networks: ipv6 } = request_validation;
    networks = new PrivateNetworks(config.rules.rejectMulticast ? [...ipv4, ...MULTICAST] : ipv4, ipv6);
    compiled.set(request_validation, networks);
  }
  return networks;
}

/** An address as written; undefined for anything else (including one with a zone). */
export function parseAddress(text: string): Address | undefined {
  const trimmed = text.trim();
  const version = isIP(trimmed);
  if (version === 4) return { text: trimmed, version };
  return version === 6 && !trimmed.includes('%') ? { text: trimmed, version } : undefined;
}

/**
 * The first usable address of True-Client-IP, X-Forwarded-For left to right, X-Real-IP and the socket, with or without a port, as some
 * proxies write it; IPv6 in canonical form.
 */
export function findClientIp({ headers, remoteAddress }: Pick<Incoming, 'headers' | 'remoteAddress'>, unusable: Unusable) {
  const trueClient = usable(headers['true-client-ip'], unusable);
  if (trueClient) return trueClient;
  const forwarded = headers['x-forwarded-for'];
  if (forwarded) {
    for (const part of forwarded.split(',')) {
      const address = usable(part, unusable);
      if (address) return address;
    }
  }
  return usable(headers['x-real-ip'], unusable) ?? usable(remoteAddress, unusable);
}

function usable(text: string | undefined, unusable: Unusable): Address | undefined {
  const parsed = text ? (parseAddress(text) ?? parseAddress(withoutPort(text))) : undefined;
  const address = parsed && canonical(parsed);
  return address && !unusable.has(address) ? address : undefined;
}

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/;

/** Dual-stack sockets, ours and those of proxies, show IPv4 callers as mapped IPv6 addresses. */
function canonical(address: Address): Address {
  if (address.version === 4) return address;
  const text = new SocketAddress({ address: address.text, family: 'ipv6' }).address;
  const mapped = MAPPED.exec(text)?.[1];
  return mapped === undefined ? { text, version: 6 } : { text: mapped, version: 4 };
}

const HOST_AND_PORT = /^(?:\[([^[\]]*)\]|([^:[\]]*)):\d*$/;

/** The address before a port; empty without a port. */
export function withoutPort(text: string): string {
  const parts = HOST_AND_PORT.exec(text.trim());
  return parts?.[1] ?? parts?.[2] ?? '';
}

/** The first `bits` bits of an IPv6 address, the rest zero, in canonical form (Java variant's `ipv6.always-mask-right`). */
export function maskIpv6(text: string, bits: number): string {
  const bytes = ipaddr.IPv6.parse(text).toByteArray();
  const retained = bytes.map((byte, i) => byte & (0xff00 >> Math.min(8, Math.max(0, bits - i * 8))) & 0xff);
  return ipaddr.fromByteArray(retained).toString();
}
