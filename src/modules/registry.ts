/** The modules of this host: found in this folder, started if enabled in the settings. There is no list. */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { HostConfig } from '#src/config/schema.ts';
import { errorMessage } from '#src/lang/error-message.ts';
import type { Metrics } from '#src/platform/metrics.ts';
import { settingsOf } from './codes.ts';
import type { ModuleDefinition, ModuleEnv } from './hook.ts';
import { HookRegistry, type LoadedModule } from './hook-registry.ts';

/** `module.ts`, or `module.js` in an installed package. */
const MODULE = `module${extname(import.meta.filename)}`;

/** Default exports of the `module.ts` in every subfolder. */
export async function findModules(folder: string = import.meta.dirname): Promise<ModuleDefinition[]> {
  const names = (await readdir(folder)).sort().map((name) => join(folder, name, MODULE));
  const found = names.filter((name) => existsSync(name));
  const exported = await Promise.all(found.map((name) => import(pathToFileURL(name).href) as Promise<{ default?: unknown }>));
  return exported.map((module) => module.default).filter(isDefinition);
}

const isDefinition = (value: unknown): value is ModuleDefinition =>
  typeof value === 'object' && value !== null && 'code' in value && 'start' in value;

/** The host's services for modules besides its settings. */
export type HostEnv = Omit<ModuleEnv, 'variant' | 'datacenter'>;

/**
 * Starts the enabled modules.
 * @returns the execution plans; undefined without modules, so that auctions have no overhead
 * @throws Error naming the module that cannot start or, in the Java variant, one that the host's plans name and that was not started
 */
export async function openHooks(
  config: HostConfig,
  definitions: readonly ModuleDefinition[],
  env: HostEnv,
  metrics: Metrics,
): Promise<HookRegistry | undefined> {
  if (!config.rules.runModules) return undefined;
  const loaded: LoadedModule[] = [];
  for (const definition of definitions) {
    const started = await startOne(definition, config, env);
    if (started) loaded.push(started);
  }
  const hookRegistry = new HookRegistry(config, loaded, env.log, metrics);
  for (const code of hookRegistry.unknownHooks()) {
    if (config.rules.requirePlannedModules)
      throw new Error(`hooks: an execution plan names the module ${code}, which is missing or disabled`);
    env.log.warn({ module: code }, 'execution plan names a missing or disabled module');
  }
  return loaded.length > 0 ? hookRegistry : undefined;
}

async function startOne(definition: ModuleDefinition, config: HostConfig, env: HostEnv): Promise<LoadedModule | undefined> {
  const codes = [definition.code, ...(definition.aliases ?? [])];
  const settings = settingsOf(config.hooks.modules, codes) ?? settingsOf(config.hooks, codes);
  if (settings?.['enabled'] !== true) return undefined;
  try {
    const module = await definition.start(settings, { ...env, variant: config.variant, datacenter: config.datacenter });
    return { codes, module, defaultPlan: definition.defaultPlan };
  } catch (cause) {
    throw new Error(`hooks: starting the module ${definition.code} failed: ${errorMessage(cause)}`, {
      cause,
    });
  }
}
