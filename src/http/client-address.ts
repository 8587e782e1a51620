/** The address of a caller behind trusted proxies: for limits, not for auctions. */
import { BlockList, isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { withoutPort } from '#src/auction/validate/client-ip.ts';

/** Finds a request's client address. */
export type ClientAddress = (request: Pick<FastifyRequest, 'headers' | 'raw'>) => string;

/**
 * The last address in `X-Forwarded-For` that is no trusted proxy, if the connection comes from one; else the connection's. Other callers
 * could write any address into that header.
 * @param proxies networks as `10.0.0.0/8`
 */
export function clientAddressOf(proxies: readonly string[]): ClientAddress {
  const trusted = toBlockList(proxies);
  const isTrusted = (address: string): boolean => isIP(address) !== 0 && trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  return ({ headers, raw }) => {
    // Connections over a socket file have no address: their peer is a proxy on this machine.
    const peer = plainAddress(raw.socket.remoteAddress ?? '');
    if (peer !== '' && !isTrusted(peer)) return peer;
    const forwarded = String(headers['x-forwarded-for'] ?? headers['x-real-ip'] ?? '').split(',');
    for (const hop of forwarded.reverse()) {
      const address = plainAddress(withoutPort(hop) || hop.trim());
      if (isIP(address) === 0) return peer;
      if (!isTrusted(address)) return address;
    }
    return peer;
  };
}

/** `::ffff:1.2.3.4` as `1.2.3.4`. */
export const plainAddress = (address: string): string =>
  address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;

/** @throws Error naming a network that is none */
function toBlockList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/', 2);
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    list.addSubnet(address, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family);
  }
  return list;
}
