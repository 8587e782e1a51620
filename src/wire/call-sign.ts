/** Names and keys of call signs as they are written in settings, addresses and DNS (ads.cert 2.0, call signs). */
import { getDomain } from 'tldts';

/** The whole public suffix list: who has a host of his own under a provider's domain is a party of his own. */
const WHOLE_LIST = { allowPrivateDomains: true };
const PLAIN_HOST = /^[a-z0-9.-]{1,253}$/;

/** Registrable domain of a call's address, lower case, IDNA in its ASCII form; undefined: an IP address, a bare name, no URI. */
export function invokingDomain(uri: string): string | undefined {
  const host = URL.parse(uri)?.hostname;
  return host ? (getDomain(host, WHOLE_LIST) ?? undefined) : undefined;
}

/** A call sign is a registrable domain itself, not a host below one. */
export const isCallSign = (domain: string): boolean => PLAIN_HOST.test(domain) && getDomain(domain, WHOLE_LIST) === domain;

/** The call sign a host signs as: a domain, or an address at it (the Go variant's way to write it). Undefined: it is neither. */
export function originDomain(origin: string): string | undefined {
  const host = origin.includes('://') ? URL.parse(origin)?.hostname : origin.toLowerCase();
  return host !== undefined && isCallSign(host) ? host : undefined;
}

/** The 32 bytes of an X25519 key written in base64url without padding; undefined: it is none, or nothing but zeros. */
export function rawKey(text: string): Buffer | undefined {
  if (!/^[\w-]{43}$/.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  return bytes.length === 32 && bytes.some((byte) => byte !== 0) ? bytes : undefined;
}
