/** Compared with the published examples of the IAB Tech Lab's open-source signatory and the Go variant's documentation. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { rawKey } from '#src/adscert/call-sign.ts';
import { newKeyPair, publicEncoded, readPrivateKey, sharedSecret } from '#src/adscert/keys.ts';
import { hashesOf, sign, signedMessage, timestamp, unsignedMessage } from '#src/adscert/signature.ts';
import { type KeyPair, verify } from '#test/helpers/ads-cert-verifier.ts';

const URL_CALLED = 'https://ads.destination-verifier.com/request-ads';
const BODY = "{'id': '12345'}";

/** Test keys of the open-source signatory: the hash of a name. */
function pairOf(name: string): KeyPair {
  const privateEncoded = createHash('sha256').update(name).digest('base64url');
  return { privateEncoded, publicEncoded: publicEncoded(readPrivateKey(privateEncoded)) };
}

/** Its two published examples: names from which the keys are made, and the resulting header. */
const PUBLISHED = [
  {
    keys: '',
    message:
      'from=origin-signer.com&from_key=a1b2c3&invoking=destination-verifier.com&nonce=ZRC3FNU3skLS&status=0&timestamp=210426T163109&to=destination-verifier.com&to_key=a1b2c3',
    signatures: 'sigb=HLIYY-dTGn6D&sigu=Sbe5OWsUlFXU',
  },
  {
    keys: '_delivery._adscert.',
    message:
      'from=origin-signer.com&from_key=r-BSNk&invoking=destination-verifier.com&nonce=0MrwlrWfFd8M&status=0&timestamp=210601T145830&to=destination-verifier.com&to_key=i-HvLK',
    signatures: 'sigb=gbGVdxLF8w0L&sigu=PtcBVz_6JUlP',
  },
];

const bytesOf = (key: string): Buffer => rawKey(key) ?? Buffer.alloc(0);
const secretOf = (mine: KeyPair, theirs: KeyPair): Buffer =>
  sharedSecret(readPrivateKey(mine.privateEncoded), { raw: bytesOf(theirs.publicEncoded), alias: '' });

describe('signatures', () => {
  test.each(PUBLISHED)('equal those of the published example $signatures', ({ keys, message, signatures }) => {
    const [sender, receiver] = [pairOf(`${keys}origin-signer.com`), pairOf(`${keys}destination-verifier.com`)];
    expect(sign(message, hashesOf(URL_CALLED, BODY), secretOf(sender, receiver))).toBe(`${message}; ${signatures}`);
    expect(sign(message, hashesOf(URL_CALLED, BODY), secretOf(receiver, sender))).toBe(`${message}; ${signatures}`);
  });

  test('of the published example pass an independent verifier', async () => {
    const { message, signatures } = PUBLISHED[1] as (typeof PUBLISHED)[number];
    const [sender, receiver] = [pairOf('_delivery._adscert.origin-signer.com'), pairOf('_delivery._adscert.destination-verifier.com')];
    const header = `${message}; ${signatures}`;
    expect(await verify(header, receiver, sender.publicEncoded, BODY, URL_CALLED)).toMatchObject({ body: true, url: true });
    expect(await verify(header, receiver, sender.publicEncoded, BODY, `${URL_CALLED}?`)).toMatchObject({ body: true, url: false });
    expect(await verify(header, receiver, sender.publicEncoded, `${BODY} `, URL_CALLED)).toMatchObject({ body: false, url: false });
  });

  test('cover the address as a recipient can reconstruct it', () => {
    const hash = (uri: string): string => hashesOf(uri, '').url.toString('hex');
    expect(hash('https://bidder.example')).toBe(hash('https://bidder.example/'));
    expect(hash('https://bidder.example?a=/b')).toBe(hash('https://bidder.example/?a=/b'));
    expect(hash('https://bidder.example/a')).not.toBe(hash('https://bidder.example/a/'));
  });
});

describe('messages', () => {
  test('have their fields in alphabetical order', () => {
    expect(
      signedMessage({
        from: 'from.com',
        fromKey: 'fromkey',
        invoking: 'invoking.com',
        nonce: 'numberusedonce',
        at: Date.UTC(2021, 3, 30, 13, 24, 56, 789),
        to: 'to.com',
        toKey: 'tokey',
      }),
    ).toBe(
      'from=from.com&from_key=fromkey&invoking=invoking.com&nonce=numberusedonce&status=1&timestamp=210430T132456&to=to.com&to_key=tokey',
    );
    expect(unsignedMessage('from.com', 'invoking.com', 5)).toBe('from=from.com&invoking=invoking.com&status=5');
  });

  test('contain the time in UTC', () => {
    expect(timestamp(Date.UTC(2022, 8, 12, 20, 5, 13))).toBe('220912T200513');
  });
});

describe('keys', () => {
  test('have the published public half', () => {
    expect(publicEncoded(readPrivateKey('U6KBGSEQ5kuMn3s_ohxYbmdmG7Xoos9hR3fJ_dDOi6Q'))).toBe(
      'HweE1-dFJPjHO4C34QXq6myhtMuyi4X0T2rUolVzQig',
    );
    expect(readPrivateKey('U6KBGSEQ5kuMn3s_ohxYbmdmG7Xoos9hR3fJ_dDOi6Q').alias).toBe('HweE1-');
  });

  test('of a new pair match', () => {
    const pair = newKeyPair();
    expect(publicEncoded(readPrivateKey(pair.privateEncoded))).toBe(pair.publicEncoded);
    expect(newKeyPair().privateEncoded).not.toBe(pair.privateEncoded);
  });

  test('of invalid form are reported', () => {
    expect(() => readPrivateKey('not a key')).toThrow('not an X25519 key in base64url');
  });

  test('of low order give no secret', () => {
    const own = readPrivateKey(newKeyPair().privateEncoded);
    for (const first of [1, 0xec, 0xed, 0xee]) {
      const raw = Buffer.alloc(32, first === 1 ? 0 : 0xff);
      raw[0] = first;
      if (first !== 1) raw[31] = 0x7f;
      expect(() => sharedSecret(own, { raw, alias: '' })).toThrow();
    }
  });
});
