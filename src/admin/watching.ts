/** Everything for those who watch the host, on its admin listener: taps, the console, charts. */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Bus } from '#src/auction/services.ts';
import type { HostConfig } from '#src/config/schema.ts';
import type { Clock } from '#src/outside/clock.ts';
import { toReplaySettings } from '#src/replay/settings.ts';
import type { TapSource } from '#streams/taps/source.ts';
import { TapHub } from '#streams/taps.ts';
import { type ConsoleEnv, registerConsole } from './console.ts';
import type { Guard } from './guard.ts';
import { registerMachines } from './machines.ts';
import { TapServer } from './taps.ts';
import { tellAdmin } from './told-calls.ts';

export interface WatchingEnv extends ConsoleEnv {
  readonly config: HostConfig;
  readonly version: string;
  readonly demo: boolean;
  readonly guard: Guard;
  readonly clock: Clock;
  readonly source: TapSource;
  /** Hears of admin calls and of taps that open and close. */
  readonly bus: Bus;
  /** More that clients are told of the host. */
  readonly describe?: (() => object) | undefined;
}

/** Adds the routes; call before the listener opens. The result ends all taps. */
export function registerWatching(admin: FastifyInstance, env: WatchingEnv): () => void {
  const { config, version, demo, guard, clock, source, bus } = env;
  const startedAt = clock.now();
  const describe = (): { version: string } => ({ version, ...{ startedAt, demo }, ...env.describe?.() });
  registerMachines(admin);
  if (!config.taps.enabled) return () => {};
  const hub = new TapHub({ source, settings: config.taps, clock, session: randomUUID(), describe });
  const tell = (action: string, details: object): void => tellAdmin(bus, clock, action, details);
  const replaySettings = (): ReturnType<typeof toReplaySettings> => toReplaySettings(config, version, demo);
  const taps = new TapServer(admin, { hub, guard, clock, settings: config.taps, replaySettings, tell });
  if (config.taps.console) registerConsole(admin, env);
  return () => taps.close();
}
