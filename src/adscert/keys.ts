/** X25519 keys as call signs publish and store them: 32 raw bytes, identified by the first six characters of their base64url form. */
import { createPrivateKey, createPublicKey, diffieHellman, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { rawKey } from './call-sign.ts';

export interface PublicKey {
  readonly raw: Buffer;
  readonly alias: string;
}

export interface PrivateKey {
  readonly key: KeyObject;
  /** Alias of its public half. */
  readonly alias: string;
}

/** DER prefix of the raw bytes of an X25519 key (RFC 8410). */
const PRIVATE_HEAD = Buffer.from('302e020100300506032b656e04220420', 'hex');
const PUBLIC_HEAD = Buffer.from('302a300506032b656e032100', 'hex');

const RAW_BYTES = 32;

const rawOf = (key: KeyObject, type: 'pkcs8' | 'spki'): string =>
  key.export({ format: 'der', type }).subarray(-RAW_BYTES).toString('base64url');

/** The public half in the form of a key record. */
export const publicEncoded = ({ key }: PrivateKey): string => rawOf(createPublicKey(key), 'spki');

/** @throws Error if the text is not a key */
export function readPrivateKey(text: string): PrivateKey {
  const raw = rawKey(text);
  if (!raw) throw new Error('not an X25519 key in base64url');
  const key = createPrivateKey({ key: Buffer.concat([PRIVATE_HEAD, raw]), format: 'der', type: 'pkcs8' });
  return { key, alias: rawOf(createPublicKey(key), 'spki').slice(0, 6) };
}

/** Both halves of a new key in base64url. */
export function newKeyPair(): { readonly privateEncoded: string; readonly publicEncoded: string } {
  const { privateKey, publicKey } = generateKeyPairSync('x25519');
  return { privateEncoded: rawOf(privateKey, 'pkcs8'), publicEncoded: rawOf(publicKey, 'spki') };
}

/** The shared secret of a key pair. @throws Error for a public key of low order, whose secret anyone could compute */
export function sharedSecret(own: PrivateKey, { raw }: PublicKey): Buffer {
  const publicKey = createPublicKey({ key: Buffer.concat([PUBLIC_HEAD, raw]), format: 'der', type: 'spki' });
  const secret = diffieHellman({ privateKey: own.key, publicKey });
  if (secret.every((byte) => byte === 0)) throw new Error('the key has low order');
  return secret;
}
