/** The environment of a replay, built like a host: bidders and modules from the settings, without network access. */

import { readCatalogue } from '#src/bidders/catalogue.ts';
import { makeRegistry } from '#src/bidders/registry.ts';
import { withRules } from '#src/config/rules.ts';
import { demoBidder } from '#src/demo/bidder.ts';
import { stages } from '#src/host/app.ts';
import { findModules, openHooks } from '#src/modules/registry.ts';
import { systemClock } from '#src/platform/clock.ts';
import { silentLog } from '#src/platform/log.ts';
import { MetricsRegistry } from '#src/platform/metrics.ts';
import { systemRandom } from '#src/platform/random.ts';
import { createAdapterEnv } from './adapter-env.ts';
import { moduleEnv } from './module-env.ts';
import type { World } from './replay.ts';
import type { ReplaySettings } from './settings.ts';

/** The environment of recordings with these settings. */
export async function makeWorld({ config: recorded, version, demo }: ReplaySettings): Promise<World> {
  // Recordings may be older than a rule.
  const config = withRules(recorded);
  const definitions = [...readCatalogue(), ...(demo ? [demoBidder] : [])];
  const bidders = makeRegistry(definitions, config, createAdapterEnv(systemClock, systemRandom, version));
  const env = moduleEnv({ clock: systemClock, random: systemRandom, log: silentLog }, bidders, undefined, config);
  return {
    config,
    version,
    stages,
    makeBidders: (adapterEnv) => makeRegistry(definitions, config, adapterEnv),
    hooks: await openHooks(config, await findModules(config.hooks.paths), env, new MetricsRegistry()),
  };
}
