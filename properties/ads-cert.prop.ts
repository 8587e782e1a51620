import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Counterparties } from '#src/adscert/counterparties.ts';
import type { FindTexts } from '#src/adscert/discovery.ts';
import { newKeyPair, readPrivateKey } from '#src/adscert/keys.ts';
import { readFields } from '#src/adscert/protobuf.ts';
import { readKeys, readPolicy } from '#src/adscert/records.ts';
import { readSignature } from '#src/adscert/remote.ts';
import { Signatory } from '#src/adscert/signatory.ts';
import { invokingDomain, isCallSign, originDomain } from '#src/wire/call-sign.ts';
import { verify } from '#test/helpers/ads-cert-verifier.ts';
import { runs } from './runs.ts';

const [sender, receiver] = [newKeyPair(), newKeyPair()];
const own = readPrivateKey(sender.privateText);
const find: FindTexts = async (name) =>
  name === '_delivery._adscert.bidder.example'
    ? { kind: 'texts', texts: [`v=adcrtd k=x25519 h=sha256 p=${receiver.publicText}`] }
    : { kind: 'none' };

const clock = { now: () => Date.now() };
const counterparties = new Counterparties({ own, find, clock, renewMs: 1e9 });
counterparties.of('bidder.example');
await counterparties.renew();
const signatory = new Signatory({ from: 'host.example', fromKey: own.alias, counterparties, clock, nonce: () => 'AAAABBBBCCCC' });

const body = fc.string({ unit: 'binary', maxLength: 200 }).map((text) => text.toWellFormed());
const url = fc
  .tuple(fc.webPath(), fc.webQueryParameters(), fc.constantFrom('', 'ads.', 'a.b.'))
  .map(([path, query, host]) => `https://${host}bidder.example${path === '' ? '/' : path}?${query}`);
/** Where, of the whole, something is changed. */
const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

const changed = (text: string, at: number): string => {
  const i = Math.floor(at * text.length);
  return `${text.slice(0, i)}${text[i] === 'x' ? 'y' : 'x'}${text.slice(i + 1)}`;
};
const headerOf = (uri: string, text: string): string => signatory.sign(uri, text).header ?? '';
const check = async (header: string, text: string, uri: string): Promise<readonly [boolean, boolean]> => {
  const { body: isBody, url: isUrl } = await verify(header, receiver, sender.publicText, text, uri);
  return [isBody, isUrl];
};

test('whatever is signed convinces its receiver', () =>
  fc.assert(
    fc.asyncProperty(body, url, async (text, uri) => {
      expect(await check(headerOf(uri, text), text, uri)).toEqual([true, true]);
    }),
  ));

test('no changed byte of the body does', () =>
  fc.assert(
    fc.asyncProperty(body, url, place, async (text, uri, at) => {
      expect(await check(headerOf(uri, text), changed(text, at), uri)).toEqual([false, false]);
    }),
  ));

test('no changed byte of the address does, which leaves the body proven', () =>
  fc.assert(
    fc.asyncProperty(body, url, place, async (text, uri, at) => {
      expect(await check(headerOf(uri, text), text, changed(uri, at))).toEqual([true, false]);
    }),
  ));

test('no changed byte of the message does', () =>
  fc.assert(
    fc.asyncProperty(body, url, place, async (text, uri, at) => {
      const [message = '', signatures = ''] = headerOf(uri, text).split('; ');
      expect(await check(`${changed(message, at)}; ${signatures}`, text, uri)).toEqual([false, false]);
    }),
  ));

test('nobody else can sign for the host, nor be signed for', () =>
  fc.assert(
    fc.asyncProperty(body, url, async (text, uri) => {
      const other = newKeyPair();
      const posed = { privateText: other.privateText, publicText: other.publicText };
      const { body: isBody, url: isUrl } = await verify(headerOf(uri, text), posed, sender.publicText, text, uri);
      expect([isBody, isUrl]).toEqual([false, false]);
    }),
    runs(30),
  ));

test('a header can be sent, whatever address is called', () =>
  fc.assert(
    fc.property(
      fc.oneof(
        fc.webUrl(),
        fc.string(),
        fc.domain().map((host) => `http://${host}`),
      ),
      (uri) => {
        const { header, fault } = signatory.sign(uri, '');
        expect(header ?? '').toMatch(/^[\x20-\x7e]*$/);
        expect(header !== undefined || fault !== undefined).toBe(true);
      },
    ),
  ));

test('no record of the DNS, no answer of a signatory and no origin breaks anything', () =>
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string()), fc.uint8Array({ maxLength: 60 }), (text, bytes) => {
      for (const start of ['', 'v=adpf a=', 'v=adcrtd k=x25519 h=sha256 p=']) {
        expect(['read', 'faulty', 'other']).toContain(readPolicy(start + text).kind);
        expect(['read', 'faulty', 'other']).toContain(readKeys(start + text).kind);
      }
      const domain = originDomain(text);
      expect(domain === undefined || isCallSign(domain)).toBe(true);
      expect(['string', 'undefined']).toContain(typeof invokingDomain(text));
      try {
        readFields(Buffer.from(bytes));
        expect(typeof readSignature(Buffer.from(bytes))).toBe('object');
      } catch (cause) {
        expect((cause as Error).message).toMatch(/^a (number|field) /);
      }
    }),
  ));
