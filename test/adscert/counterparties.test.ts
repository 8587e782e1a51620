import { describe, expect, test } from 'vitest';
import { Counterparties } from '#src/adscert/counterparties.ts';
import type { FindTxtRecords, TxtLookup } from '#src/adscert/discovery.ts';
import { newKeyPair, readPrivateKey } from '#src/adscert/keys.ts';
import { WoundClock } from '#test/helpers/clock.ts';

const own = readPrivateKey(newKeyPair().privateEncoded);
const theirs = newKeyPair().publicEncoded;
const KEYS = `v=adcrtd k=x25519 h=sha256 p=${theirs}`;
const LOW = 'v=adcrtd k=x25519 h=sha256 p=AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
const txtRecords = (...all: string[]): TxtLookup => ({ kind: 'texts', txtRecords: all });
const UNREACHABLE: TxtLookup = { kind: 'unreachable', why: 'ETIMEOUT' };
const REJECTED: TxtLookup = { kind: 'rejected', why: 'ESERVFAIL' };

type Zone = { [name: string]: TxtLookup };

function aBook(zone: Zone) {
  const clock = new WoundClock();
  const names: string[] = [];
  const find: FindTxtRecords = async (name) => {
    names.push(name);
    return zone[name] ?? { kind: 'none' };
  };
  const counterparties = new Counterparties({ own, find, clock, renewMs: 30_000 });
  return { counterparties, clock, names };
}

/** The state of `bidder.example` after its lookup. */
async function known(zone: Zone): Promise<{ status: number; why: string; to: string | undefined; toKey: string | undefined }> {
  const { counterparties } = aBook(zone);
  counterparties.of('bidder.example');
  await counterparties.renew();
  const { status, why, link } = counterparties.of('bidder.example');
  return { status, why, to: link?.to, toKey: link?.toKey };
}

const good = (to: string): object => ({ status: 1, why: '', to, toKey: theirs.slice(0, 6) });

describe('a counterparty', () => {
  test('is unknown at first, and looked up once however often it is called', async () => {
    const { counterparties, names } = aBook({ '_delivery._adscert.bidder.example': txtRecords(KEYS) });
    expect(counterparties.of('bidder.example')).toEqual({ status: 5, why: 'its call sign has not been looked up yet' });
    counterparties.of('bidder.example');
    await counterparties.renew();
    expect(counterparties.of('bidder.example').status).toBe(1);
    expect(names).toEqual(['_delivery._adscert.bidder.example', '_adscert.bidder.example']);
  });

  test.each<[string, Zone, object]>([
    ['its own keys', { '_delivery._adscert.bidder.example': txtRecords('v=spf1 -all', KEYS) }, good('bidder.example')],
    [
      'its own keys, whatever its policy is',
      { '_delivery._adscert.bidder.example': txtRecords(KEYS), '_adscert.bidder.example': UNREACHABLE },
      good('bidder.example'),
    ],
    [
      'those of its call sign',
      { '_adscert.bidder.example': txtRecords('v=adpf a=holding.com'), '_delivery._adscert.holding.com': txtRecords(KEYS) },
      good('holding.com'),
    ],
    [
      'those of the first call sign that has any',
      {
        '_adscert.bidder.example': txtRecords('x', 'v=adpf a=bidder.example', 'v=adpf', 'v=adpf a=old.com', 'v=adpf a=holding.com'),
        '_delivery._adscert.holding.com': txtRecords(KEYS),
      },
      good('holding.com'),
    ],
  ])('is signed for with %s', async (_what, zone, expected) => {
    expect(await known(zone)).toEqual(expected);
  });

  const none = { to: undefined, toKey: undefined };
  test.each<[number, string, Zone]>([
    [3, 'no record at _delivery._adscert.bidder.example', {}],
    [3, 'no record at _delivery._adscert.bidder.example', { '_adscert.bidder.example': txtRecords('v=spf1 -all') }],
    [3, 'no record at _delivery._adscert.holding.com', { '_adscert.bidder.example': txtRecords('v=adpf a=holding.com') }],
    [7, 'lookup of _adscert.bidder.example failed: ETIMEOUT', { '_adscert.bidder.example': UNREACHABLE }],
    [15, 'lookup of _delivery._adscert.bidder.example failed: ESERVFAIL', { '_delivery._adscert.bidder.example': REJECTED }],
    [12, 'the key of bidder.example is too weak', { '_delivery._adscert.bidder.example': txtRecords(LOW) }],
    [
      16,
      'the record at _adscert.bidder.example is invalid: its call sign is not a registrable domain',
      { '_adscert.bidder.example': txtRecords('v=adpf a=com') },
    ],
    [
      17,
      'the record at _delivery._adscert.bidder.example is invalid: it has no key',
      { '_delivery._adscert.bidder.example': txtRecords('v=adcrtd k=x25519 h=sha256') },
    ],
  ])('has status %i for %s', async (status, why, zone) => {
    expect(await known(zone)).toEqual({ status, why, ...none });
  });

  test('with a thousand call signs costs few lookups', async () => {
    const { counterparties, names } = aBook({
      '_adscert.bidder.example': txtRecords(...Array.from({ length: 1000 }, (_, i) => `v=adpf a=c${i}.com`)),
    });
    counterparties.of('bidder.example');
    await counterparties.renew();
    expect(names.length).toBe(6);
  });
});

describe('a known counterparty', () => {
  const zone = (): Zone => ({ '_delivery._adscert.bidder.example': txtRecords(KEYS) });

  test('is refreshed after it expires', async () => {
    const { counterparties, clock, names } = aBook(zone());
    counterparties.of('bidder.example');
    await counterparties.renew();
    clock.wind(29_999);
    await counterparties.renew();
    expect(names.length).toBe(2);
    clock.wind(1);
    await counterparties.renew();
    expect(names.length).toBe(4);
  });

  test('outlives a DNS outage, but not the removal of its record', async () => {
    const records = zone();
    const { counterparties, clock } = aBook(records);
    const later = async (response: TxtLookup | undefined): Promise<number> => {
      if (response) records['_delivery._adscert.bidder.example'] = response;
      else delete records['_delivery._adscert.bidder.example'];
      clock.wind(30_000);
      await counterparties.renew();
      return counterparties.of('bidder.example').status;
    };
    counterparties.of('bidder.example');
    expect(await later(txtRecords(KEYS))).toBe(1);
    expect(await later(UNREACHABLE)).toBe(1);
    expect(await later(REJECTED)).toBe(1);
    expect(await later(undefined)).toBe(3);
    expect(await later(REJECTED)).toBe(15);
  });

  test('is dropped when it is no longer called', async () => {
    const { counterparties, clock, names } = aBook(zone());
    counterparties.of('bidder.example');
    await counterparties.renew();
    clock.wind(3_600_001);
    await counterparties.renew();
    expect(names.length).toBe(2);
    expect(counterparties.of('bidder.example').status).toBe(5);
  });

  test('uses bounded memory and lookups, whatever addresses publishers make up', async () => {
    const waiting: (() => void)[] = [];
    let names = 0;
    const find: FindTxtRecords = () => {
      names++;
      return new Promise((resolve) => waiting.push(() => resolve({ kind: 'none' })));
    };
    const counterparties = new Counterparties({ own, find, clock: new WoundClock(), renewMs: 30_000 });
    for (let i = 0; i < 5000; i++) counterparties.of(`d${i}.com`);
    expect(names).toBe(128);
    const renewed = counterparties.renew();
    for (let done = false; !done; ) {
      for (const go of waiting.splice(0)) go();
      done = await Promise.race([renewed.then(() => true), new Promise<false>((resolve) => setImmediate(() => resolve(false)))]);
    }
    expect(names).toBeLessThanOrEqual(128 + 2 * 2000);
  });
});
