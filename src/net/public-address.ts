/**
 * Addresses that a request, an account or a bidder may name: public ones only, so that no caller reaches this machine or its network through
 * this server. Checked when a connection is made, after name resolution: a name may change its address between two look-ups.
 */
import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';

/** ms for which the addresses of this machine are remembered. */
const OWN_TTL_MS = 10_000;
const OWN = 'own';
const own = new LRUCache<string, ReadonlySet<string>>({ max: 1, ttl: OWN_TTL_MS });

/** The addresses of this machine's network interfaces, on which its listeners may be. */
function ownAddresses(): ReadonlySet<string> {
  let found = own.get(OWN);
  if (!found) {
    const all = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
    found = new Set(all.map(({ address }) => ipaddr.process(address.split('%', 1)[0] ?? '').toString()));
    own.set(OWN, found);
  }
  return found;
}

/** IPv6 addresses outside 2000::/3 are not assigned to public hosts. */
const isGlobal = (parts: readonly number[]): boolean => ((parts[0] ?? 0) & 0xe000) === 0x2000;

/** Whether an IP address, in any notation, is a public one of another machine. IPv4 addresses within IPv6 are checked as such. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return false;
  if (address instanceof ipaddr.IPv6 && !isGlobal(address.parts)) return false;
  return !ownAddresses().has(address.toString());
}

const NOT_PUBLIC = 'ERR_ADDRESS_NOT_PUBLIC';

/** The error of a connection to a host without a public address; it does not name the address. */
export const notPublic = (host: string): Error =>
  Object.assign(new Error(`connections to ${host} are not permitted: its address is not public (http_client.allow_private_addresses)`), {
    code: NOT_PUBLIC,
  });

/** Whether the host is an IP address that is not public; names are checked by `publicLookup`. */
export function isForbiddenLiteral(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) !== 0 && !isPublicAddress(bare);
}

/** A DNS lookup of all addresses of a name. */
type LookupAll = (
  hostname: string,
  options: LookupOptions & { readonly all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: readonly LookupAddress[]) => void,
) => void;

/** A DNS lookup without addresses that are not public; fails if none remains. */
export const publicLookupBy =
  (find: LookupAll): LookupFunction =>
  (hostname, options, done) => {
    find(hostname, { ...options, all: true }, (error, addresses) => {
      const reachable = error ? [] : addresses.filter(({ address }) => isPublicAddress(address));
      const [first] = reachable;
      if (!first) done(error ?? notPublic(hostname), '', 0);
      else if (options.all) (done as unknown as (error: null, all: typeof reachable) => void)(null, reachable);
      else done(null, first.address, first.family);
    });
  };

/** The same by the platform's lookup. */
export const publicLookup: LookupFunction = publicLookupBy(lookup);
