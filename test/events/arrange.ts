/** A host with the events endpoints, and the events its analytics receive. */

import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import type { AccountService } from '#src/auction/services.ts';
import type { BidCache, CachePut } from '#src/cache/contract.ts';
import { MemoryStore } from '#src/cache/memory.ts';
import type { CacheService, ValueStore } from '#src/cache/store.ts';
import type { HostConfigInput } from '#src/config/schema.ts';
import type { EventNotification } from '#src/events/notification.ts';
import { registerEvent } from '#src/http/event.ts';
import { makeServer } from '#src/http/server.ts';
import { registerVtrack } from '#src/http/vtrack.ts';
import { createAccounts } from '#src/stores/accounts.ts';
import { createMemoryStore } from '#src/stores/memory.ts';
import { aBidder, hostInfo } from '#test/helpers/auction.ts';
import { WoundClock } from '#test/helpers/clock.ts';
import { registryOf, testServices } from '#test/helpers/services.ts';

const ACCOUNTS = {
  on: '{"events":{"enabled":true},"vtrack":{"ttl":100}}',
  off: '{}',
  disabled: '{"disabled":true,"events":{"enabled":true}}',
  broken: '{"events":7}',
};

const BIDDERS = [
  aBidder('yes'),
  aBidder('no', { info: hostInfo({ modifyingVastXmlAllowed: false }) }),
  aBidder('off', { info: hostInfo({ enabled: false }) }),
];

export interface EventsHost {
  readonly app: FastifyInstance;
  readonly received: EventNotification[];
  readonly puts: CachePut[];
}

export interface EventsOptions {
  readonly settings?: HostConfigInput;
  readonly accounts?: AccountService;
  /** Errors of the bid cache. */
  readonly cacheErrors?: readonly string[];
  readonly store?: ValueStore | CacheService;
}

export function eventsHost({ settings = {}, accounts, cacheErrors = [], store }: EventsOptions = {}): EventsHost {
  const puts: CachePut[] = [];
  const bidCache: BidCache = {
    address: { scheme: '', host: '', path: '' },
    put(given) {
      puts.push(...given);
      return { ids: given.map((_, index) => (cacheErrors.length > 0 ? undefined : `id-${index}`)), errors: cacheErrors };
    },
  };
  const base = testServices({ settings: { external_url: 'http://server', ...settings }, bidders: registryOf(...BIDDERS), bidCache });
  const services = {
    ...base,
    accounts: accounts ?? createAccounts([createMemoryStore({ account: ACCOUNTS })], base.config.account_defaults, false),
  };
  const received: EventNotification[] = [];
  services.bus.listen(['event']).subscribe(({ data }) => received.push(data as EventNotification));
  const app = makeServer({ ...services, log: pino({ level: 'silent' }) });
  registerEvent(app, services);
  registerVtrack(app, services, store ?? new MemoryStore({ maxBytes: 10_000, maxValueBytes: 1000 }, new WoundClock()));
  return { app, received, puts };
}
