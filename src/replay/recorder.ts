/** Records the inputs of one auction. Costs only recorded auctions: those that begin while a tap requests recordings. */

import type { Services } from '#src/auction/services.ts';
import type { Adapter } from '#src/bidders/bidder.ts';
import type { BidderRegistry, KnownBidder } from '#src/bidders/registry.ts';
import type { VendorList } from '#src/privacy/vendor-list.ts';
import { withListener } from './adapter-env.ts';
import { type AdapterReading, type Journal, newJournal, pack } from './journal.ts';

/** Services that forward to the given ones, and the journal of their results. */
export interface Recorder {
  readonly services: Services;
  readonly journal: Journal;
}

/** A recorder with an empty journal, around the services of one auction. */
export function createRecorder(services: Services): Recorder {
  const journal = newJournal();
  const record = inputRecorder(journal);
  const { accounts, stored, bidCache, rates, floors, vendorLists, health, bus, geo, adsCert, previousAuctions } = services;
  return {
    journal,
    services: {
      ...services,
      clock: recordClock(services.clock, journal),
      random: recordRandom(services.random, journal),
      bidders: recordBidders(services.bidders, journal),
      accounts: { find: (id, ms, scope) => record('account', [id], accounts.find(id, ms, scope)) },
      stored: {
        find: (kind, ids, ms, account, scope) => record('stored', [kind, ids, account], stored.find(kind, ids, ms, account, scope)),
        category: (adServer, publisher, category, scope) =>
          record('category', [adServer, publisher, category], stored.category(adServer, publisher, category, scope)),
      },
      bidCache: { address: bidCache.address, put: (puts, ms, scope) => record('put', puts.length, bidCache.put(puts, ms, scope)) },
      rates: { current: () => record('rates', null, rates.current()) },
      floors: { find: (url, account, settings) => record('floors', [url, account], floors.find(url, account, settings)) },
      vendorLists: {
        list: (spec, version) => recordList(record, [spec, version], vendorLists.list(spec, version)),
        live: () => recordList(record, 'live', vendorLists.live()),
      },
      health: {
        admit: (bidder) => record('admit', bidder, health.admit(bidder)),
        note: (bidder, isSuccess) => health.note(bidder, isSuccess),
        late: (bidder) => health.late(bidder),
      },
      bus: { hasSubscribers: (kind) => record('watched', kind, bus.hasSubscribers(kind)), publish: (event) => bus.publish(event) },
      transport: recordTransport(services.transport, journal),
      geo: geo && { find: (ip) => record('geo', null, geo.find(ip)) },
      previousAuctions: previousAuctions && {
        keyOf: (user) => previousAuctions.keyOf(user),
        find: (keys) => record('previous', null, previousAuctions.find(keys)),
        add: (key, infos) => previousAuctions.add(key, infos),
      },
      adsCert: adsCert && { sign: (uri, body) => record('sign', null, adsCert.sign(uri, body)) },
    },
  };
}

type RecordInput = <T>(of: string, args: unknown, result: T) => T;

function inputRecorder({ inputs, events }: Journal): RecordInput {
  let settled = 0;
  return (of, args, result) => {
    if (!(result instanceof Promise)) {
      inputs.push({ of, args: pack(args), value: pack(result) });
      return result;
    }
    const later = settled++;
    inputs.push({ of, args: pack(args), later });
    const recorded = (result as Promise<unknown>).then((value) => {
      events.push({ settled: later, value: pack(value) });
      return value;
    });
    return recorded as typeof result;
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

function recordRandom(random: Services['random'], { randoms, uuids, bits }: Journal): Services['random'] {
  return {
    next() {
      const draw = random.next();
      randoms.push(draw);
      return draw;
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
      const response = calls++;
      return transport.send(outgoing, (exchanged) => {
        events.push({ response, exchanged });
        done(exchanged);
      });
    },
    close: () => transport.close(),
  };
}

function recordList(record: RecordInput, name: unknown, list: VendorList | undefined): VendorList | undefined {
  record('list', name, list && { specVersion: list.specVersion, version: list.version });
  return (
    list && {
      specVersion: list.specVersion,
      version: list.version,
      vendor: (id) => record('vendor', [list.specVersion, list.version, id], list.vendor(id)),
    }
  );
}

/** Unchanged adapters whose reads of time and randomness are recorded. */
function recordBidders(registry: BidderRegistry, { adapters }: Journal): BidderRegistry {
  const wrappers = new Map<KnownBidder, KnownBidder>();
  const onReading = (reading: AdapterReading): void => {
    adapters.push(reading);
  };
  const wrap = (known: KnownBidder | undefined): KnownBidder | undefined => {
    if (!known) return undefined;
    let wrapped = wrappers.get(known);
    if (!wrapped) {
      const { code, info, syncKey } = known;
      wrapped = { code, info, syncKey, adapter: observeAdapter(() => known.adapter, onReading) };
      wrappers.set(known, wrapped);
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

/** Built on the first call, like the adapter itself. */
function observeAdapter(adapter: () => Adapter, onReading: (reading: AdapterReading) => void): Adapter {
  return {
    makeRequests: (request, info) => withListener(onReading, () => adapter().makeRequests(request, info)),
    makeBids: (request, sent, response) => withListener(onReading, () => adapter().makeBids(request, sent, response)),
    get okStatus() {
      return adapter().okStatus;
    },
    timeoutNotice: (sent) => withListener(onReading, () => adapter().timeoutNotice?.(sent)),
  };
}
