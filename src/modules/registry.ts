/** The modules this host runs: found in this folder, started where the settings say so. Nothing lists them. */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { HostConfig } from '#src/config/schema.ts';
import type { Metrics } from '#src/outside/metrics.ts';
import { errorMessage } from '#src/wire/error-message.ts';
import { HookBook, type LoadedModule } from './book.ts';
import { settingsOf } from './codes.ts';
import type { ModuleDefinition, ModuleEnv } from './hook.ts';

/** Default exports of the `module.ts` in every folder beside this file. */
export async function findModules(folder: string = import.meta.dirname): Promise<ModuleDefinition[]> {
  const names = (await readdir(folder)).sort().map((name) => join(folder, name, 'module.ts'));
  const found = names.filter((name) => existsSync(name));
  const exported = await Promise.all(found.map((name) => import(pathToFileURL(name).href) as Promise<{ default?: unknown }>));
  return exported.map((module) => module.default).filter(isDefinition);
}

const isDefinition = (value: unknown): value is ModuleDefinition =>
  typeof value === 'object' && value !== null && 'code' in value && 'start' in value;

/** What the host hands to modules beside its settings. */
type HostEnv = Omit<ModuleEnv, 'variant' | 'datacenter'>;

/**
 * Starts the modules that are switched on.
 * @returns the book of plans; undefined where no module runs, so that auctions pay nothing
 * @throws Error naming the module that cannot start or, in the Java variant, one that the host's plans name and nobody started
 */
export async function openHooks(
  config: HostConfig,
  definitions: readonly ModuleDefinition[],
  env: HostEnv,
  metrics: Metrics,
): Promise<HookBook | undefined> {
  if (!config.rules.runModules) return undefined;
  const loaded: LoadedModule[] = [];
  for (const definition of definitions) {
    const started = await startOne(definition, config, env);
    if (started) loaded.push(started);
  }
  const book = new HookBook(config, loaded, env.log, metrics);
  for (const code of book.strangers()) {
    if (config.variant === 'java') throw new Error(`hooks: an execution plan names the module ${code}, which is not there or not enabled`);
    env.log.warn({ module: code }, 'an execution plan names a module that is not there or not enabled');
  }
  return loaded.length > 0 ? book : undefined;
}

async function startOne(definition: ModuleDefinition, config: HostConfig, env: HostEnv): Promise<LoadedModule | undefined> {
  const codes = [definition.code, ...(definition.aliases ?? [])];
  const settings = settingsOf(config.hooks.modules, codes) ?? settingsOf(config.hooks, codes);
  if (settings?.['enabled'] !== true) return undefined;
  try {
    return { codes, module: await definition.start(settings, { ...env, variant: config.variant, datacenter: config.datacenter }) };
  } catch (cause) {
    throw new Error(`hooks: the module ${definition.code} cannot start: ${errorMessage(cause)}`, {
      cause,
    });
  }
}
