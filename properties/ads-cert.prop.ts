import fc from 'fast-check';
import { expect, test } from 'vitest';
import { invokingDomain, isCallSign, originDomain } from '#src/adscert/call-sign.ts';
import { Counterparties } from '#src/adscert/counterparties.ts';
import type { FindTxtRecords } from '#src/adscert/discovery.ts';
import { newKeyPair, readPrivateKey } from '#src/adscert/keys.ts';
import { readFields } from '#src/adscert/protobuf.ts';
import { readKeys, readPolicy } from '#src/adscert/records.ts';
import { readSignature } from '#src/adscert/remote.ts';
import { Signatory } from '#src/adscert/signatory.ts';
import { verify } from '#test/helpers/ads-cert-verifier.ts';
import { unicodeString } from './arbitraries/unicode-string.ts';
import { runs } from './runs.ts';

const [sender, receiver] = [newKeyPair(), newKeyPair()];
const own = readPrivateKey(sender.privateEncoded);
const find: FindTxtRecords = async (name) =>
  name === '_delivery._adscert.bidder.example'
    ? { kind: 'texts', txtRecords: [`v=adcrtd k=x25519 h=sha256 p=${receiver.publicEncoded}`] }
    : { kind: 'none' };

const clock = { now: () => Date.now() };
const counterparties = new Counterparties({ own, find, clock, renewMs: 1e9 });
counterparties.of('bidder.example');
await counterparties.renew();
const signatory = new Signatory({ from: 'host.example', fromKey: own.alias, counterparties, clock, nonce: () => 'AAAABBBBCCCC' });

const body = unicodeString({ maxLength: 200 }).map((text) => text.toWellFormed());
const url = fc
  .tuple(fc.webPath(), fc.webQueryParameters(), fc.constantFrom('', 'ads.', 'a.b.'))
  .map(([path, query, host]) => `https://${host}bidder.example${path === '' ? '/' : path}?${query}`);
/** Relative position of a change. */
const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

const changed = (text: string, at: number): string => {
  const i = Math.floor(at * text.length);
  return `${text.slice(0, i)}${text[i] === 'x' ? 'y' : 'x'}${text.slice(i + 1)}`;
};
const headerOf = (uri: string, text: string): string => signatory.sign(uri, text).header ?? '';
const check = async (header: string, text: string, uri: string): Promise<readonly [boolean, boolean]> => {
  const { body: isBody, url: isUrl } = await verify(header, receiver, sender.publicEncoded, text, uri);
  return [isBody, isUrl];
};

test('the recipient verifies every signature', () =>
  fc.assert(
    fc.asyncProperty(body, url, async (text, uri) => {
      expect(await check(headerOf(uri, text), text, uri)).toEqual([true, true]);
    }),
  ));

test('a changed byte of the body invalidates the signature', () =>
  fc.assert(
    fc.asyncProperty(body, url, place, async (text, uri, at) => {
      expect(await check(headerOf(uri, text), changed(text, at), uri)).toEqual([false, false]);
    }),
  ));

test('a changed byte of the address invalidates the address signature only', () =>
  fc.assert(
    fc.asyncProperty(body, url, place, async (text, uri, at) => {
      expect(await check(headerOf(uri, text), text, changed(uri, at))).toEqual([true, false]);
    }),
  ));

test('a changed byte of the message invalidates the signature', () =>
  fc.assert(
    fc.asyncProperty(body, url, place, async (text, uri, at) => {
      const [message = '', signatures = ''] = headerOf(uri, text).split('; ');
      expect(await check(`${changed(message, at)}; ${signatures}`, text, uri)).toEqual([false, false]);
    }),
  ));

test('only the key holders can sign for the host or verify for the recipient', () =>
  fc.assert(
    fc.asyncProperty(body, url, async (text, uri) => {
      const other = newKeyPair();
      const posed = { privateEncoded: other.privateEncoded, publicEncoded: other.publicEncoded };
      const { body: isBody, url: isUrl } = await verify(headerOf(uri, text), posed, sender.publicEncoded, text, uri);
      expect([isBody, isUrl]).toEqual([false, false]);
    }),
    runs(30),
  ));

test('a header is valid for every called address', () =>
  fc.assert(
    fc.property(
      fc.oneof(
        fc.webUrl(),
        fc.string(),
        fc.domain().map((host) => `http://${host}`),
      ),
      (uri) => {
        const { header, error } = signatory.sign(uri, '');
        expect(header ?? '').toMatch(/^[\x20-\x7e]*$/);
        expect(header !== undefined || error !== undefined).toBe(true);
      },
    ),
  ));

test('DNS records, signatory responses and origins of any form never throw', () =>
  fc.assert(
    fc.property(fc.oneof(unicodeString(), fc.string()), fc.uint8Array({ maxLength: 60 }), (text, bytes) => {
      for (const start of ['', 'v=adpf a=', 'v=adcrtd k=x25519 h=sha256 p=']) {
        expect(['read', 'malformed', 'other']).toContain(readPolicy(start + text).kind);
        expect(['read', 'malformed', 'other']).toContain(readKeys(start + text).kind);
      }
      const domain = originDomain(text);
      expect(domain === undefined || isCallSign(domain)).toBe(true);
      expect(['string', 'undefined']).toContain(typeof invokingDomain(text));
      try {
        readFields(Buffer.from(bytes));
        expect(typeof readSignature(Buffer.from(bytes))).toBe('object');
      } catch (cause) {
        expect((cause as Error).message).toMatch(/^(unterminated varint|unknown field kind \d|truncated field)$/);
      }
    }),
  ));
