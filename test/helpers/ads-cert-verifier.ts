/** A recipient of signed calls, written from the protocol alone with other cryptography than the host's (WebCrypto). */

const { subtle } = globalThis.crypto;

/** Both halves in base64url. */
export interface KeyPair {
  readonly privateEncoded: string;
  readonly publicEncoded: string;
}

export interface Verified {
  /** Fields of the message. */
  readonly message: { readonly [name: string]: string };
  readonly body: boolean;
  readonly url: boolean;
}

const text = new TextEncoder();
const sha256 = async (value: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await subtle.digest('SHA-256', text.encode(value)));

const join = (...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => Uint8Array.from(parts.flatMap((part) => [...part]));

async function secretOf(own: KeyPair, theirPublicEncoded: string): Promise<CryptoKey> {
  const jwk = { kty: 'OKP', crv: 'X25519', x: own.publicEncoded, d: own.privateEncoded };
  const mine = await subtle.importKey('jwk', jwk, 'X25519', false, ['deriveBits']);
  const theirs = await subtle.importKey('jwk', { kty: 'OKP', crv: 'X25519', x: theirPublicEncoded }, 'X25519', false, []);
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

/** What the header proves about a body and an address, for the holder of `own` with the sender's public key. */
export async function verify(header: string, own: KeyPair, theirPublicEncoded: string, body: string, url: string): Promise<Verified> {
  const [message = '', signatures = ''] = header.split('; ');
  const fields = Object.fromEntries(new URLSearchParams(message));
  const given = new URLSearchParams(signatures);
  const ours = fields['to_key'] === own.publicEncoded.slice(0, 6) && fields['from_key'] === theirPublicEncoded.slice(0, 6);
  const secret = await secretOf(own, theirPublicEncoded);
  const [bodyHash, urlHash] = [await sha256(body), await sha256(url)];
  return {
    message: fields,
    body: ours && given.get('sigb') === (await mac(secret, text.encode(message), bodyHash)),
    url: ours && given.get('sigu') === (await mac(secret, text.encode(message), bodyHash, urlHash)),
  };
}
