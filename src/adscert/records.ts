/** The two DNS records of ads.cert 2.0: the call sign of a domain, and the keys of a call sign. */
import { isCallSign, rawKey } from './call-sign.ts';
import type { PublicKey } from './keys.ts';

/** A parsed record; `other`: a TXT record unrelated to ads.cert. */
export type RecordRead<T> =
  | { readonly kind: 'read'; readonly value: T }
  | { readonly kind: 'malformed'; readonly why: string }
  | { readonly kind: 'other' };

/** Names are lower case from here on; tokens without `=` are ignored. */
type Fields = readonly (readonly [name: string, value: string])[];

const invalid = (why: string): { readonly kind: 'malformed'; readonly why: string } => ({ kind: 'malformed', why });

/** Tokens after the version, which must come first and exactly once; undefined: another version or an unrelated record. */
function fieldsOf(text: string, version: string): Fields | undefined {
  const tokens = text.split(' ').filter((token) => token !== '');
  const fields = tokens.flatMap((token) => {
    const at = token.indexOf('=');
    return at < 0 ? [] : [[token.slice(0, at).toLowerCase(), token.slice(at + 1)] as const];
  });
  const [first, ...others] = fields;
  if (tokens[0]?.includes('=') !== true || first?.[0] !== 'v' || first[1] !== version) return undefined;
  return others;
}

const valuesOf = (fields: Fields, name: string): string[] => fields.flatMap(([key, value]) => (key === name ? [value] : []));

/** `v=adpf a=<call sign>` at `_adscert.<domain>`: the call sign in lower case. */
export function readPolicy(text: string): RecordRead<string> {
  const fields = fieldsOf(text, 'adpf');
  if (!fields) return { kind: 'other' };
  const [callSign, ...more] = valuesOf(fields, 'a').map((value) => value.toLowerCase());
  if (valuesOf(fields, 'v').length > 0 || callSign === undefined || more.length > 0)
    return invalid('it does not name exactly one call sign');
  return isCallSign(callSign) ? { kind: 'read', value: callSign } : invalid('its call sign is not a registrable domain');
}

/** `v=adcrtd k=x25519 h=sha256 p=<key> …` at `_delivery._adscert.<call sign>`: its keys, the current one first. */
export function readKeys(text: string): RecordRead<readonly [PublicKey, ...PublicKey[]]> {
  const fields = fieldsOf(text, 'adcrtd');
  if (!fields) return { kind: 'other' };
  if (valuesOf(fields, 'v').length > 0) return invalid('it has more than one version');
  const [algorithm, ...moreAlgorithms] = valuesOf(fields, 'k');
  if (algorithm !== 'x25519' || moreAlgorithms.length > 0) return invalid('its keys are not x25519');
  const [hashes, ...moreHashes] = valuesOf(fields, 'h');
  if (!hashes?.split(':').includes('sha256') || moreHashes.length > 0) return invalid('its hash is not sha256');
  const keys: PublicKey[] = [];
  for (const written of valuesOf(fields, 'p')) {
    const raw = rawKey(written);
    if (!raw) return invalid('it contains an invalid key');
    keys.push({ raw, alias: written.slice(0, 6) });
  }
  const [current, ...others] = keys;
  return current ? { kind: 'read', value: [current, ...others] } : invalid('it has no key');
}
