/** Value of `X-Ads-Cert-Auth`: a message, and what makes body and address provably the sender's (ads.cert 2.0). */
import { createHmac, hash } from 'node:crypto';

export interface SignedParts {
  /** Call sign and key of the sender. */
  readonly from: string;
  readonly fromKey: string;
  /** Registrable domain of the address that is called. */
  readonly invoking: string;
  readonly nonce: string;
  /** Epoch ms. */
  readonly at: number;
  /** Call sign and key of the receiver. */
  readonly to: string;
  readonly toKey: string;
}

/** Characters of a signature: 72 bits. */
const LENGTH = 12;
const OK = 1;

/** Members in the order of their names, form-encoded. */
const encode = (members: readonly (readonly [string, string])[]): string =>
  members.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');

/** `YYMMDDTHHMMSS` in UTC. */
export function timestamp(at: number): string {
  const iso = new Date(at).toISOString();
  return iso.slice(2, 19).replaceAll(/[-:]/g, '');
}

/** Where there is no secret to sign with: who calls, and why it is not signed. */
export const unsignedMessage = (from: string, invoking: string, status: number): string =>
  encode([
    ['from', from],
    ['invoking', invoking],
    ['status', String(status)],
  ]);

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

/** The address a receiver can put together from what reaches it: one without a path is called at `/`. */
export const calledAddress = (uri: string): string => uri.replace(/^([a-z]+:\/\/[^/?#]*)(?=[?#]|$)/i, '$1/');

export interface Hashes {
  readonly body: Buffer;
  readonly url: Buffer;
}

/** SHA-256 of the body as it is before compression, and of the address. */
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
