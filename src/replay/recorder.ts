/** Writes down what the world tells one auction. Costs only auctions that are recorded: those begun while a tap asks for it. */
import type { VendorList } from '#src/auction/privacy/vendor-list.ts';
import type { Services } from '#src/auction/services.ts';
import type { Adapter } from '#src/bidders/bidder.ts';
import type { BidderRegistry, KnownBidder } from '#src/bidders/registry.ts';
import { hearing } from './adapter-env.ts';
import { type AdapterReading, type Journal, newJournal, pack } from './journal.ts';

/** Services that answer as those given do, and the journal of what they said. */
export interface Recorder {
  readonly services: Services;
  readonly journal: Journal;
}

export function createRecorder(services: Services): Recorder {
  const journal = newJournal();
  const ask = asker(journal);
  const { accounts, stored, bidCache, rates, floors, vendorLists, health, bus, geo, adsCert } = services;
  return {
    journal,
    services: {
      ...services,
      clock: recordClock(services.clock, journal),
      random: recordRandom(services.random, journal),
      bidders: recordBidders(services.bidders, journal),
      accounts: { find: (id, ms, scope) => ask('account', [id], accounts.find(id, ms, scope)) },
      stored: {
        find: (kind, ids, ms, account, scope) => ask('stored', [kind, ids, account], stored.find(kind, ids, ms, account, scope)),
        category: (adServer, publisher, category, scope) =>
          ask('category', [adServer, publisher, category], stored.category(adServer, publisher, category, scope)),
      },
      bidCache: { address: bidCache.address, put: (puts, ms, scope) => ask('put', puts.length, bidCache.put(puts, ms, scope)) },
      rates: { current: () => ask('rates', null, rates.current()) },
      floors: { ask: (url, account, settings) => ask('floors', [url, account], floors.ask(url, account, settings)) },
      vendorLists: {
        list: (spec, version) => recordList(ask, [spec, version], vendorLists.list(spec, version)),
        live: () => recordList(ask, 'live', vendorLists.live()),
      },
      health: {
        admit: (bidder) => ask('admit', bidder, health.admit(bidder)),
        note: (bidder, well) => health.note(bidder, well),
        late: (bidder) => health.late(bidder),
      },
      bus: { watched: (kind) => ask('watched', kind, bus.watched(kind)), publish: (event) => bus.publish(event) },
      transport: recordTransport(services.transport, journal),
      geo: geo && { find: (ip) => ask('geo', null, geo.find(ip)) },
      adsCert: adsCert && { sign: (uri, body) => ask('sign', null, adsCert.sign(uri, body)) },
    },
  };
}

type Asker = <T>(of: string, args: unknown, gave: T) => T;

function asker({ asks, events }: Journal): Asker {
  let settled = 0;
  return (of, args, gave) => {
    if (!(gave instanceof Promise)) {
      asks.push({ of, args: pack(args), gave: pack(gave) });
      return gave;
    }
    const later = settled++;
    asks.push({ of, args: pack(args), later });
    const told = (gave as Promise<unknown>).then((value) => {
      events.push({ settled: later, gave: pack(value) });
      return value;
    });
    return told as typeof gave;
  };
}

function recordClock(clock: Services['clock'], { now, micros, events }: Journal): Services['clock'] {
  let timers = 0;
  const noted = (list: number[], value: number): number => {
    list.push(value);
    return value;
  };
  return {
    now: () => noted(now, clock.now()),
    micros: () => noted(micros, clock.micros()),
    after(ms, callback) {
      const timer = timers++;
      return clock.after(ms, () => {
        events.push({ timer });
        callback();
      });
    },
  };
}

function recordRandom(random: Services['random'], { chances, uuids, bits }: Journal): Services['random'] {
  return {
    next() {
      const chance = random.next();
      chances.push(chance);
      return chance;
    },
    uuid() {
      const uuid = random.uuid();
      uuids.push(uuid);
      return uuid;
    },
    bits63() {
      const value = random.bits63();
      bits.push(String(value));
      return value;
    },
  };
}

function recordTransport(transport: Services['transport'], { events }: Journal): Services['transport'] {
  let calls = 0;
  return {
    send(outgoing, done) {
      const answer = calls++;
      return transport.send(outgoing, (exchanged) => {
        events.push({ answer, exchanged });
        done(exchanged);
      });
    },
    close: () => transport.close(),
  };
}

function recordList(ask: Asker, name: unknown, list: VendorList | undefined): VendorList | undefined {
  ask('list', name, list && { specVersion: list.specVersion, version: list.version });
  return (
    list && {
      specVersion: list.specVersion,
      version: list.version,
      vendor: (id) => ask('vendor', [list.specVersion, list.version, id], list.vendor(id)),
    }
  );
}

/** Adapters as they are, but heard: what they read of time and chance is part of what they make. */
function recordBidders(registry: BidderRegistry, { adapters }: Journal): BidderRegistry {
  const heard = new Map<KnownBidder, KnownBidder>();
  const hear = (reading: AdapterReading): void => {
    adapters.push(reading);
  };
  const wrap = (known: KnownBidder | undefined): KnownBidder | undefined => {
    if (!known) return undefined;
    let wrapped = heard.get(known);
    if (!wrapped) {
      const { code, info: facts, params, syncKey } = known;
      wrapped = { code, info: facts, params, syncKey, adapter: hearAdapter(() => known.adapter, hear) };
      heard.set(known, wrapped);
    }
    return wrapped;
  };
  return {
    all: registry.all,
    active: (code) => wrap(registry.active(code)),
    known: (code) => wrap(registry.known(code)),
    disabledMessage: (code) => registry.disabledMessage(code),
    paramsSchema: (code) => registry.paramsSchema(code),
    paramsErrors: (code, params) => registry.paramsErrors(code, params),
  };
}

/** Built when first called, as the adapter itself is. */
function hearAdapter(adapter: () => Adapter, hear: (reading: AdapterReading) => void): Adapter {
  return {
    makeRequests: (request, info) => hearing(hear, () => adapter().makeRequests(request, info)),
    makeBids: (request, sent, answer) => hearing(hear, () => adapter().makeBids(request, sent, answer)),
    timeoutNotice: (sent) => hearing(hear, () => adapter().timeoutNotice?.(sent)),
  };
}
