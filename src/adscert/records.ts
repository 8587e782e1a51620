/** The two DNS records of ads.cert 2.0: whose call sign a domain goes by, and the keys of a call sign. */
import { isCallSign, rawKey } from '#src/wire/call-sign.ts';
import type { PublicKey } from './keys.ts';

/** A record as read; `other`: a TXT record that has nothing to do with ads.cert. */
export type RecordRead<T> =
  | { readonly kind: 'read'; readonly value: T }
  | { readonly kind: 'faulty'; readonly why: string }
  | { readonly kind: 'other' };

/** Names are lower case from here on; tokens without `=` are passed over. */
type Members = readonly (readonly [name: string, value: string])[];

const faulty = (why: string): { readonly kind: 'faulty'; readonly why: string } => ({ kind: 'faulty', why });

/** Tokens after the version, which must come first and only once; undefined: another version, or a record of something else. */
function membersOf(text: string, version: string): Members | undefined {
  const tokens = text.split(' ').filter((token) => token !== '');
  const members = tokens.flatMap((token) => {
    const at = token.indexOf('=');
    return at < 0 ? [] : [[token.slice(0, at).toLowerCase(), token.slice(at + 1)] as const];
  });
  const [first, ...others] = members;
  if (tokens[0]?.includes('=') !== true || first?.[0] !== 'v' || first[1] !== version) return undefined;
  return others;
}

const valuesOf = (members: Members, name: string): string[] => members.flatMap(([key, value]) => (key === name ? [value] : []));

/** `v=adpf a=<call sign>` at `_adscert.<domain>`: the call sign, lower case. */
export function readPolicy(text: string): RecordRead<string> {
  const members = membersOf(text, 'adpf');
  if (!members) return { kind: 'other' };
  const [callSign, ...more] = valuesOf(members, 'a').map((value) => value.toLowerCase());
  if (valuesOf(members, 'v').length > 0 || callSign === undefined || more.length > 0) return faulty('it does not name one call sign');
  return isCallSign(callSign) ? { kind: 'read', value: callSign } : faulty('its call sign is no registrable domain');
}

/** `v=adcrtd k=x25519 h=sha256 p=<key> …` at `_delivery._adscert.<call sign>`: its keys, the current one first. */
export function readKeys(text: string): RecordRead<readonly [PublicKey, ...PublicKey[]]> {
  const members = membersOf(text, 'adcrtd');
  if (!members) return { kind: 'other' };
  if (valuesOf(members, 'v').length > 0) return faulty('it has more than one version');
  const [algorithm, ...moreAlgorithms] = valuesOf(members, 'k');
  if (algorithm !== 'x25519' || moreAlgorithms.length > 0) return faulty('its keys are not of x25519');
  const [hashes, ...moreHashes] = valuesOf(members, 'h');
  if (!hashes?.split(':').includes('sha256') || moreHashes.length > 0) return faulty('its hash is not sha256');
  const keys: PublicKey[] = [];
  for (const written of valuesOf(members, 'p')) {
    const raw = rawKey(written);
    if (!raw) return faulty('it has a key that is none');
    keys.push({ raw, alias: written.slice(0, 6) });
  }
  const [current, ...others] = keys;
  return current ? { kind: 'read', value: [current, ...others] } : faulty('it has no key');
}
