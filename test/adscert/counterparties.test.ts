import { describe, expect, test } from 'vitest';
import { Counterparties } from '#src/adscert/counterparties.ts';
import type { FindTexts, TextAnswer } from '#src/adscert/discovery.ts';
import { newKeyPair, readPrivateKey } from '#src/adscert/keys.ts';
import { WoundClock } from '#test/helpers/clock.ts';

const own = readPrivateKey(newKeyPair().privateText);
const theirs = newKeyPair().publicText;
const KEYS = `v=adcrtd k=x25519 h=sha256 p=${theirs}`;
const LOW = 'v=adcrtd k=x25519 h=sha256 p=AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
const texts = (...all: string[]): TextAnswer => ({ kind: 'texts', texts: all });
const UNREACHABLE: TextAnswer = { kind: 'unreachable', why: 'ETIMEOUT' };
const REFUSED: TextAnswer = { kind: 'refused', why: 'ESERVFAIL' };

type Zone = { [name: string]: TextAnswer };

function aBook(zone: Zone) {
  const clock = new WoundClock();
  const asked: string[] = [];
  const find: FindTexts = async (name) => {
    asked.push(name);
    return zone[name] ?? { kind: 'none' };
  };
  const book = new Counterparties({ own, find, clock, renewMs: 30_000 });
  return { book, clock, asked };
}

/** What is known of `bidder.example` once it has been looked up. */
async function known(zone: Zone): Promise<{ status: number; why: string; to: string | undefined; toKey: string | undefined }> {
  const { book } = aBook(zone);
  book.of('bidder.example');
  await book.renew();
  const { status, why, link } = book.of('bidder.example');
  return { status, why, to: link?.to, toKey: link?.toKey };
}

const good = (to: string): object => ({ status: 1, why: '', to, toKey: theirs.slice(0, 6) });

describe('a counterparty', () => {
  test('is not known when it is first met, and looked up once however often it is met', async () => {
    const { book, asked } = aBook({ '_delivery._adscert.bidder.example': texts(KEYS) });
    expect(book.of('bidder.example')).toEqual({ status: 5, why: 'its call sign has not been looked up yet' });
    book.of('bidder.example');
    await book.renew();
    expect(book.of('bidder.example').status).toBe(1);
    expect(asked).toEqual(['_delivery._adscert.bidder.example', '_adscert.bidder.example']);
  });

  test.each<[string, Zone, object]>([
    ['its own keys', { '_delivery._adscert.bidder.example': texts('v=spf1 -all', KEYS) }, good('bidder.example')],
    [
      'its own keys, whatever its policy is',
      { '_delivery._adscert.bidder.example': texts(KEYS), '_adscert.bidder.example': UNREACHABLE },
      good('bidder.example'),
    ],
    [
      'those of the call sign it goes by',
      { '_adscert.bidder.example': texts('v=adpf a=holding.com'), '_delivery._adscert.holding.com': texts(KEYS) },
      good('holding.com'),
    ],
    [
      'those of the first call sign that has any',
      {
        '_adscert.bidder.example': texts('x', 'v=adpf a=bidder.example', 'v=adpf', 'v=adpf a=old.com', 'v=adpf a=holding.com'),
        '_delivery._adscert.holding.com': texts(KEYS),
      },
      good('holding.com'),
    ],
  ])('is signed for with %s', async (_what, zone, expected) => {
    expect(await known(zone)).toEqual(expected);
  });

  const none = { to: undefined, toKey: undefined };
  test.each<[number, string, Zone]>([
    [3, 'there is no record at _delivery._adscert.bidder.example', {}],
    [3, 'there is no record at _delivery._adscert.bidder.example', { '_adscert.bidder.example': texts('v=spf1 -all') }],
    [3, 'there is no record at _delivery._adscert.holding.com', { '_adscert.bidder.example': texts('v=adpf a=holding.com') }],
    [7, '_adscert.bidder.example cannot be looked up: ETIMEOUT', { '_adscert.bidder.example': UNREACHABLE }],
    [15, '_delivery._adscert.bidder.example cannot be looked up: ESERVFAIL', { '_delivery._adscert.bidder.example': REFUSED }],
    [12, 'the key of bidder.example is too weak to sign with', { '_delivery._adscert.bidder.example': texts(LOW) }],
    [
      16,
      'the record at _adscert.bidder.example cannot be read: its call sign is no registrable domain',
      { '_adscert.bidder.example': texts('v=adpf a=com') },
    ],
    [
      17,
      'the record at _delivery._adscert.bidder.example cannot be read: it has no key',
      { '_delivery._adscert.bidder.example': texts('v=adcrtd k=x25519 h=sha256') },
    ],
  ])('has status %i where %s', async (status, why, zone) => {
    expect(await known(zone)).toEqual({ status, why, ...none });
  });

  test('with a thousand call signs costs a handful of lookups', async () => {
    const { book, asked } = aBook({ '_adscert.bidder.example': texts(...Array.from({ length: 1000 }, (_, i) => `v=adpf a=c${i}.com`)) });
    book.of('bidder.example');
    await book.renew();
    expect(asked.length).toBe(6);
  });
});

describe('what is known', () => {
  const zone = (): Zone => ({ '_delivery._adscert.bidder.example': texts(KEYS) });

  test('is looked up again once it has grown old', async () => {
    const { book, clock, asked } = aBook(zone());
    book.of('bidder.example');
    await book.renew();
    clock.wind(29_999);
    await book.renew();
    expect(asked.length).toBe(2);
    clock.wind(1);
    await book.renew();
    expect(asked.length).toBe(4);
  });

  test('outlives an outage of the DNS, but not the record', async () => {
    const records = zone();
    const { book, clock } = aBook(records);
    const later = async (answer: TextAnswer | undefined): Promise<number> => {
      if (answer) records['_delivery._adscert.bidder.example'] = answer;
      else delete records['_delivery._adscert.bidder.example'];
      clock.wind(30_000);
      await book.renew();
      return book.of('bidder.example').status;
    };
    book.of('bidder.example');
    expect(await later(texts(KEYS))).toBe(1);
    expect(await later(UNREACHABLE)).toBe(1);
    expect(await later(REFUSED)).toBe(1);
    expect(await later(undefined)).toBe(3);
    expect(await later(REFUSED)).toBe(15);
  });

  test('is forgotten when nobody is called there any more', async () => {
    const { book, clock, asked } = aBook(zone());
    book.of('bidder.example');
    await book.renew();
    clock.wind(3_600_001);
    await book.renew();
    expect(asked.length).toBe(2);
    expect(book.of('bidder.example').status).toBe(5);
  });

  test('stays bounded, and so do lookups, whatever addresses publishers make up', async () => {
    const waiting: (() => void)[] = [];
    let asked = 0;
    const find: FindTexts = () => {
      asked++;
      return new Promise((resolve) => waiting.push(() => resolve({ kind: 'none' })));
    };
    const book = new Counterparties({ own, find, clock: new WoundClock(), renewMs: 30_000 });
    for (let i = 0; i < 5000; i++) book.of(`d${i}.com`);
    expect(asked).toBe(128);
    const renewed = book.renew();
    for (let done = false; !done; ) {
      for (const go of waiting.splice(0)) go();
      done = await Promise.race([renewed.then(() => true), new Promise<false>((resolve) => setImmediate(() => resolve(false)))]);
    }
    expect(asked).toBeLessThanOrEqual(128 + 2 * 2000);
  });
});
