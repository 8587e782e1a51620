/** Everything a service returned while recorded is returned again, in the same order, during replay. */

import { describe, expect, test } from 'vitest';
import type { Services } from '#src/auction/services.ts';
import type { Adapter, AdapterEnv } from '#src/bidders/bidder.ts';
import type { VendorList } from '#src/privacy/vendor-list.ts';
import { createAdapterEnv } from '#src/replay/adapter-env.ts';
import { type Journal, newJournal, RECORDING_VERSION, type Recording } from '#src/replay/journal.ts';
import { Playback } from '#src/replay/playback.ts';
import { createRecorder } from '#src/replay/recorder.ts';
import { aBidder, incoming, plainAdapter } from '#test/helpers/auction.ts';
import { WoundClock } from '#test/helpers/clock.ts';
import { sameCurrency } from '#test/helpers/conversions.ts';
import { registryOf, type TestServices, testServices } from '#test/helpers/services.ts';
import { ScriptedTransport } from '#test/helpers/transport.ts';
import { vendor } from '#test/helpers/vendors.ts';

/** An adapter whose call contains all values it reads of time and randomness. */
const reading = (env: AdapterEnv): Adapter => ({
  ...plainAdapter('alpha'),
  makeRequests: () => ({
    calls: [{ method: 'POST', uri: `http://b.example/${env.now()}/${env.random()}/${env.uuid()}`, headers: {}, impIds: [] }],
    errors: [],
  }),
});

const first = vendor({ purposes: [1] });
const vendors: VendorList = { specVersion: 3, version: 40, vendor: (id) => (id === 1 ? first : undefined) };

function world(): TestServices {
  const clock = new WoundClock();
  let drawn = 0;
  const random = { next: () => ++drawn / 10, uuid: () => `uuid-${++drawn}`, bits63: () => BigInt(++drawn) };
  return testServices({
    clock,
    random,
    bidders: registryOf(aBidder('alpha', { adapter: reading(createAdapterEnv(clock, random, 'test')) })),
    stored: {
      find: async (kind, ids) => ({ documents: new Map(ids.map((id) => [id, kind])), errors: [] }),
      category: (_server, _publisher, category) => `of ${category}`,
    },
    bidCache: { address: { scheme: 'https', host: 'cache.example', path: '/' }, put: async () => ({ ids: ['cached'], errors: [] }) },
    rates: { current: () => ({ USD: { EUR: 0.9 } }) },
    vendorLists: { list: (_, version) => (version === 40 ? vendors : undefined), live: () => vendors },
    transport: new ScriptedTransport(clock, () => ({ afterMs: 20, response: { body: 'late' } })),
    geo: { find: () => ({ country: 'DEU' }) as never },
    adsCert: { sign: async () => ({ header: 'signed' }) },
  });
}

/** Requests everything from the services; returns their results in order. `pass` lets external events happen. */
async function callAll(services: Services, pass: () => void | Promise<void>): Promise<unknown[]> {
  const received: unknown[] = [];
  const { clock, random, bidders, stored, vendorLists, transport } = services;
  received.push(clock.now(), clock.micros(), random.next(), random.uuid(), random.bits63(), random.next());
  const stop = clock.after(5, () => received.push('never'));
  stop();
  clock.after(10, () => received.push('timer'));
  const cancel = transport.send({ bidder: 'alpha', method: 'GET', uri: 'http://gone.example', headers: {}, gzip: false }, () => {
    received.push('never');
  });
  cancel();
  transport.send({ bidder: 'alpha', method: 'GET', uri: 'http://b.example', headers: {}, gzip: false }, (exchanged) => {
    received.push(exchanged);
  });
  const alpha = bidders.active('alpha');
  received.push(alpha?.adapter.makeRequests({ id: 'r', imp: [] }, sameCurrency));
  received.push(
    bidders.known('nobody'),
    bidders.disabledMessage('alpha'),
    bidders.paramsSchema('alpha'),
    bidders.paramsErrors('alpha', {}),
  );
  received.push(stored.category('freewheel', 'publisher', 'IAB1'), services.rates.current(), services.geo?.find('192.0.2.1'));
  received.push(services.health.admit('alpha'), services.bus.hasSubscribers('auction'), vendorLists.list(3, 41));
  for (const list of [vendorLists.list(3, 40), vendorLists.live()]) received.push(list?.version, list?.vendor(1), list?.vendor(2));
  const later = [
    stored.find('request', ['one', 'two'], 50, 'account'),
    services.bidCache.put([], 50),
    services.adsCert?.sign('https://b.example', ''),
  ].map((result) => Promise.resolve(result).then((value) => received.push(value)));
  await pass();
  await Promise.all(later);
  await transport.close();
  return received;
}

const recordingOf = (journal: Journal, services: Pick<Services, 'bidCache'>, over: Partial<Recording> = {}): Recording => ({
  v: RECORDING_VERSION,
  endpoint: 'auction',
  incoming: { ...incoming(), body: '', packed: false },
  cacheAddress: services.bidCache.address,
  journal,
  left: false,
  masked: false,
  unread: false,
  ...over,
});

/** Services that replay a recording, with bidders that read time and randomness from it. */
function played(playback: Playback): Services {
  const { config, dialect } = testServices();
  const bidders = registryOf(aBidder('alpha', { adapter: reading(playback.adapterEnv('test')) }));
  return playback.services({ config, dialect, bidders, hooks: undefined, version: 'test' });
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('services return the same results again', async () => {
  const services = world();
  const { services: recorded, journal } = createRecorder(services);
  const first = await callAll(recorded, () => services.clock.wind(30));
  expect(first).toHaveLength(28);
  expect(first).not.toContain('never');
  // A journal is sent as JSON.
  const recording = recordingOf(JSON.parse(JSON.stringify(journal)) as Journal, services);
  const playback = new Playback(recording);
  const again = await callAll(played(playback), async () => {
    for (const event of recording.journal.events) {
      playback.happen(event);
      await turn();
    }
  });
  expect(again).toEqual(first);
  expect(playback.divergences).toEqual([]);
});

test('the host’s base request is replayed', () => {
  const playback = new Playback(recordingOf(newJournal(), testServices(), { defaultRequest: { tmax: 300 } }));
  expect(played(playback).defaultRequest).toEqual({ tmax: 300 });
});

describe('an auction that takes another path', () => {
  const open = (): [Services, Playback] => {
    const playback = new Playback(recordingOf({ ...newJournal(), now: [7] }, testServices()));
    return [played(playback), playback];
  };

  test('reuses the last time if it reads more often', () => {
    const [{ clock }, playback] = open();
    expect([clock.now(), clock.now()]).toEqual([7, 7]);
    expect(playback.divergences).toEqual(['the time was read more often']);
  });

  test('fails if it reads or requests something that was not recorded', () => {
    const [{ random, rates, bus }, playback] = open();
    expect(() => random.next()).toThrow('chance was never read');
    expect(() => rates.current()).toThrow('rates null was not recorded');
    expect(bus.hasSubscribers('auction')).toBe(false);
    expect(playback.divergences).toEqual(['chance was read more often', 'rates null was not requested']);
  });

  test('reports the recorded events that did not happen', () => {
    const [, playback] = open();
    playback.happen({ timer: 0 });
    playback.happen({ response: 1, exchanged: { kind: 'failed', failure: 'other', message: 'x', waitedMs: undefined } });
    playback.happen({ settled: 2, value: null });
    expect(playback.divergences).toEqual(['timer 0 is not awaited', 'call 1 is not awaited', 'input 2 is not awaited']);
  });
});
