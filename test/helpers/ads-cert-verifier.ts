/** A receiver of signed calls, written from the protocol alone and with other cryptography than the host's (WebCrypto). */

const { subtle } = globalThis.crypto;

/** Both halves in base64url. */
export interface KeyPair {
  readonly privateText: string;
  readonly publicText: string;
}

export interface Verified {
  /** Members of the message. */
  readonly message: { readonly [name: string]: string };
  readonly body: boolean;
  readonly url: boolean;
}

const text = new TextEncoder();
const sha256 = async (value: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await subtle.digest('SHA-256', text.encode(value)));

const join = (...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => Uint8Array.from(parts.flatMap((part) => [...part]));

async function secretOf(own: KeyPair, theirPublicText: string): Promise<CryptoKey> {
  const jwk = { kty: 'OKP', crv: 'X25519', x: own.publicText, d: own.privateText };
  const mine = await subtle.importKey('jwk', jwk, 'X25519', false, ['deriveBits']);
  const theirs = await subtle.importKey('jwk', { kty: 'OKP', crv: 'X25519', x: theirPublicText }, 'X25519', false, []);
  const bits = await subtle.deriveBits({ name: 'X25519', public: theirs }, mine, 256);
  return subtle.importKey('raw', bits, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
}

async function mac(secret: CryptoKey, ...parts: readonly Uint8Array[]): Promise<string> {
  const bytes = new Uint8Array(await subtle.sign('HMAC', secret, join(...parts)));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .slice(0, 12);
}

/** What the header proves of a body and an address, to who has `own` and knows the sender's public key. */
export async function verify(header: string, own: KeyPair, theirPublicText: string, body: string, url: string): Promise<Verified> {
  const [message = '', signatures = ''] = header.split('; ');
  const members = Object.fromEntries(new URLSearchParams(message));
  const given = new URLSearchParams(signatures);
  const ours = members['to_key'] === own.publicText.slice(0, 6) && members['from_key'] === theirPublicText.slice(0, 6);
  const secret = await secretOf(own, theirPublicText);
  const [bodyHash, urlHash] = [await sha256(body), await sha256(url)];
  return {
    message: members,
    body: ours && given.get('sigb') === (await mac(secret, text.encode(message), bodyHash)),
    url: ours && given.get('sigu') === (await mac(secret, text.encode(message), bodyHash, urlHash)),
  };
}
