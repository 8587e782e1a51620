/** The live views on the admin listener: taps, the console, charts. */

import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Bus } from '#src/auction/services.ts';
import type { HostConfig } from '#src/config/schema.ts';
import { onceMade } from '#src/lang/once-made.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Recording } from '#src/replay/journal.ts';
import type { Replayed, World } from '#src/replay/replay.ts';
import { type ReplaySettings, toReplaySettings } from '#src/replay/settings.ts';
import { TapHub } from '#src/taps/hub.ts';
import type { TapSource } from '#src/taps/source.ts';
import { publishAdminEvent } from './call-events.ts';
import { type ConsoleEnv, registerConsole } from './console.ts';
import { registerConsoleBidders } from './console-bidders.ts';
import { registerReplay } from './console-replay.ts';
import type { Guard } from './guard.ts';
import { registerMachines } from './machines.ts';
import { TapServer } from './taps.ts';

export interface LiveViewsEnv extends ConsoleEnv {
  readonly config: HostConfig;
  readonly version: string;
  readonly demo: boolean;
  readonly guard: Guard;
  readonly clock: Clock;
  readonly source: TapSource;
  /** Receives events of admin requests and of taps that open and close. */
  readonly bus: Bus;
  /** Further information about the host for clients. */
  readonly describe?: (() => object) | undefined;
}

/** Adds the routes; call it before the listener opens. The returned function closes all taps. */
export function registerLiveViews(admin: FastifyInstance, env: LiveViewsEnv): () => void {
  const { config, version, demo, guard, clock, source, bus } = env;
  const startedAt = clock.now();
  const describe = (): { version: string } => ({ version, ...{ startedAt, demo }, ...env.describe?.() });
  registerMachines(admin);
  if (!config.taps.enabled) return () => {};
  const hub = new TapHub({ source, settings: config.taps, clock, session: randomUUID(), describe });
  const report = (action: string, details: object): void => publishAdminEvent(bus, clock, action, details);
  const replaySettings = (): ReplaySettings => toReplaySettings(config, version, demo);
  const taps = new TapServer(admin, { hub, guard, clock, settings: config.taps, replaySettings, report });
  if (config.taps.console) {
    registerConsole(admin, env);
    registerConsoleBidders(admin, env);
    registerReplay(admin, replayer(replaySettings));
  }
  return () => taps.close();
}

/** Replays recordings with the given settings. The code and its environment are loaded on first use. */
function replayer(settings: () => ReplaySettings): (recording: Recording) => Promise<Replayed> {
  const worldOf = onceMade(async (): Promise<World> => (await import('#src/replay/world.ts')).makeWorld(settings()));
  return async (recording) => {
    const [{ replay }, world] = await Promise.all([import('#src/replay/replay.ts'), worldOf()]);
    return replay(recording, world);
  };
}
