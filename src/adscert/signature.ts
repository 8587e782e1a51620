/** The value of `X-Ads-Cert-Auth`: a message, and the signatures that bind body and address to the sender (ads.cert 2.0). */
import { createHmac, hash } from 'node:crypto';
import { encodeComponent } from '#src/lang/percent.ts';

export interface SignedParts {
  /** Call sign and key of the sender. */
  readonly from: string;
  readonly fromKey: string;
  /** Registrable domain of the called address. */
  readonly invoking: string;
  readonly nonce: string;
  /** Epoch ms. */
  readonly at: number;
  /** Call sign and key of the recipient. */
  readonly to: string;
  readonly toKey: string;
}

/** Characters of a signature: 72 bits. */
const LENGTH = 12;
const OK = 1;

/** Fields in alphabetical order, form-encoded. */
const encode = (fields: readonly (readonly [string, string])[]): string =>
  fields.map(([name, value]) => `${name}=${encodeComponent(value)}`).join('&');

/** `YYMMDDTHHMMSS` in UTC. */
export function timestamp(at: number): string {
  const iso = new Date(at).toISOString();
  return iso.slice(2, 19).replaceAll(/[-:]/g, '');
}

/** The message without a shared secret: the sender, and why it is unsigned. */
export const unsignedMessage = (from: string, invoking: string, status: number): string =>
  encode([
    ['from', from],
    ['invoking', invoking],
    ['status', String(status)],
  ]);

/** The message that is signed, as it stands in the header. */
export const signedMessage = ({ from, fromKey, invoking, nonce, at, to, toKey }: SignedParts): string =>
  encode([
    ['from', from],
    ['from_key', fromKey],
    ['invoking', invoking],
    ['nonce', nonce],
    ['status', String(OK)],
    ['timestamp', timestamp(at)],
    ['to', to],
    ['to_key', toKey],
  ]);

/** The address a recipient can reconstruct: an empty path is called as `/`. */
const calledAddress = (uri: string): string => uri.replace(/^([a-z]+:\/\/[^/?#]*)(?=[?#]|$)/i, '$1/');

export interface Hashes {
  readonly body: Buffer;
  readonly url: Buffer;
}

/** SHA-256 of the uncompressed body and of the address. */
export const hashesOf = (uri: string, body: string): Hashes => ({
  body: hash('sha256', body, 'buffer'),
  url: hash('sha256', calledAddress(uri), 'buffer'),
});

/** The message with its signatures: `sigb` covers message and body, `sigu` the address as well. */
export function sign(message: string, hashes: Hashes, secret: Buffer): string {
  const sigb = createHmac('sha256', secret).update(message).update(hashes.body).digest('base64url');
  const sigu = createHmac('sha256', secret).update(message).update(hashes.body).update(hashes.url).digest('base64url');
  return `${message}; sigb=${sigb.slice(0, LENGTH)}&sigu=${sigu.slice(0, LENGTH)}`;
}
