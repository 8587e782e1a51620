/** Services of a host without external services, for variation in tests. */
import { healthTransitions } from '#machines/bidder-health.ts';
import type { AccountService, Services } from '#src/auction/services.ts';
import type { StoredData } from '#src/auction/stored-data.ts';
import { HealthTracker } from '#src/bidders/health.ts';
import type { BidderRegistry, KnownBidder } from '#src/bidders/registry.ts';
import { type HostConfig, type HostConfigInput, hostSchema } from '#src/config/schema.ts';
import { chooseDialect } from '#src/dialect/choose.ts';
import { silentLog } from '#src/platform/log.ts';
import { MetricsRegistry } from '#src/platform/metrics.ts';
import { EventBus } from '#streams/events.ts';
import { deepFreeze } from '#test/helpers/freeze.ts';
import { WoundClock } from './clock.ts';
import { ScriptedTransport } from './transport.ts';

/** Constant randomness. */
export const pinnedRandom = { next: () => 0.5, uuid: () => '11111111-1111-4111-8111-111111111111', bits63: () => 10n };

const nothingStored: StoredData = {
  find: (kind, ids) => ({ documents: new Map(), errors: ids.map((id) => `Stored ${kind} with ID="${id}" not found.`) }),
  category: () => undefined,
};

/** A registry of exactly these bidders; their params are always valid. */
export function registryOf(...bidders: readonly KnownBidder[]): BidderRegistry {
  const all = new Map(bidders.map((bidder) => [bidder.code, bidder]));
  const known = (code: string): KnownBidder | undefined => bidders.find((bidder) => bidder.code.toLowerCase() === code.toLowerCase());
  return {
    all,
    known,
    active: (code) => (known(code)?.info.enabled ? known(code) : undefined),
    disabledMessage: (code) =>
      all.get(code)?.info.enabled === false
        ? `Bidder "${code}" has been disabled on this instance of auctor. Please work with the auctor host to enable this bidder again.`
        : undefined,
    paramsSchema: () => ({}),
    paramsErrors: () => [],
  };
}

export interface TestServices extends Services {
  readonly clock: WoundClock;
  readonly transport: ScriptedTransport;
  readonly bus: EventBus;
}

const configs = new Map<string, HostConfig>();

/** The settings, completed as at the start of a host. Read once for equal settings, and frozen. */
export function testConfig(settings: HostConfigInput = {}): HostConfig {
  const key = JSON.stringify(settings);
  const config = configs.get(key) ?? deepFreeze(hostSchema.parse(settings));
  configs.set(key, config);
  return config;
}

/** @param over services that replace the empty ones; `settings` are host options */
export function testServices(over: Partial<Services> & { settings?: HostConfigInput } = {}): TestServices {
  const { settings, ...parts } = over;
  const config = testConfig(settings);
  const clock = new WoundClock();
  const metrics = new MetricsRegistry();
  const accounts: AccountService = { find: (id) => ({ kind: 'unknown', account: { ...config.account_defaults, id }, errors: [] }) };
  const base = {
    config,
    dialect: chooseDialect(parts.config ?? config),
    clock,
    random: pinnedRandom,
    log: silentLog,
    metrics,
    bidders: registryOf(),
    accounts,
    stored: nothingStored,
    bidCache: {
      put: (puts: readonly unknown[]) => ({ ids: puts.map(() => undefined), errors: [] }),
      address: { scheme: '', host: '', path: '' },
    },
    rates: { current: () => undefined },
    floors: { find: () => ({ status: 'none' as const }) },
    vendorLists: { list: () => undefined, live: () => undefined },
    transport: new ScriptedTransport(clock, () => undefined),
    health: new HealthTracker(config.http_client, { random: pinnedRandom, metrics, log: silentLog, transitions: healthTransitions }),
    bus: new EventBus(),
    version: 'test',
  };
  return { ...base, ...parts } as TestServices;
}
