/** Names and keys of call signs in settings, addresses and DNS (ads.cert 2.0, call signs). */
import { getDomain } from 'tldts';

/** The complete public suffix list: the owner of a host below a provider's domain is a separate party. */
const FULL_LIST = { allowPrivateDomains: true };
const PLAIN_HOST = /^[a-z0-9.-]{1,253}$/;

/** Registrable domain of a call's address, lower case, IDNA in ASCII form; undefined: an IP address, a bare name, or not a URI. */
export function invokingDomain(uri: string): string | undefined {
  const host = URL.parse(uri)?.hostname;
  return host ? (getDomain(host, FULL_LIST) ?? undefined) : undefined;
}

/** A call sign is a registrable domain itself, not a host below one. */
export const isCallSign = (domain: string): boolean => PLAIN_HOST.test(domain) && getDomain(domain, FULL_LIST) === domain;

/** The call sign of a host: a domain, or an address at it (the Go variant's notation). Undefined: neither. */
export function originDomain(origin: string): string | undefined {
  const host = origin.includes('://') ? URL.parse(origin)?.hostname : origin.toLowerCase();
  return host !== undefined && isCallSign(host) ? host : undefined;
}

/** The 32 bytes of an X25519 key in base64url without padding; undefined: invalid, or only zeros. */
export function rawKey(text: string): Buffer | undefined {
  if (!/^[\w-]{43}$/.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  return bytes.length === 32 && bytes.some((byte) => byte !== 0) ? bytes : undefined;
}
