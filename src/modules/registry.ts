/** The modules of this host: found in this folder and in folders of the host's own, started if enabled in the settings. There is no list. */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { ConfigError } from '#src/config/config-error.ts';
import type { HostConfig } from '#src/config/schema.ts';
import { isObject } from '#src/json/merge.ts';
import { BUNDLED } from '#src/lang/bundled.ts';
import { errorMessage } from '#src/lang/error-message.ts';
import type { Metrics } from '#src/platform/metrics.ts';
import { toFlag } from './account-settings.ts';
import { codesOf, hostSettings, plainCode } from './codes.ts';
import type { ModuleDefinition, ModuleEnv } from './hook.ts';
import { HookRegistry, type LoadedModule } from './hook-registry.ts';

/** Files of a module, in the order of preference; an installed package has JavaScript. */
const FILES = ['module.ts', 'module.js', 'module.mjs'];

/** The module's file of a folder. */
const fileIn = (folder: string): string | undefined => FILES.map((name) => join(folder, name)).find((path) => existsSync(path));

/**
 * Definitions of the modules in this folder, then in folders of the host's own (`hooks.paths`, relative to the working directory).
 * @throws Error naming a folder that is not readable or is a module itself, a file that fails or defines no module, or a code that is defined
 *   twice
 */
export async function findModules(folders: readonly string[] = []): Promise<ModuleDefinition[]> {
  const found = await modulesIn(import.meta.dirname);
  for (const folder of folders) {
    const definitions = await modulesIn(resolve(folder));
    if (definitions.length === 0 && fileIn(resolve(folder)))
      throw new Error(`hooks.paths: ${folder} is the folder of one module; name the folder that contains it`);
    for (const definition of definitions) {
      const taken = found.find((other) => plainCodes(other).some((code) => plainCodes(definition).includes(code)));
      if (taken) throw new Error(`hooks.paths: ${folder} defines the module ${definition.code} again`);
      found.push(definition);
    }
  }
  return found;
}

async function modulesIn(folder: string): Promise<ModuleDefinition[]> {
  const names = await readdir(folder).catch((cause: unknown) => {
    throw new Error(`hooks.paths: ${errorMessage(cause)}`, { cause });
  });
  const files = names.sort().flatMap((name) => fileIn(join(folder, name)) ?? []);
  return Promise.all(files.map(definitionIn));
}

async function definitionIn(file: string): Promise<ModuleDefinition> {
  const load = BUNDLED.get(file) ?? (() => import(pathToFileURL(file).href));
  const loaded = await Promise.resolve()
    .then(load)
    .catch((cause: unknown) => {
      throw new Error(`hooks.paths: ${file}: ${errorMessage(cause)}`, { cause });
    });
  const { default: definition } = loaded as { readonly default?: unknown };
  if (!isDefinition(definition)) throw new Error(`hooks.paths: ${file} has no module as its default export`);
  return definition;
}

const plainCodes = (definition: ModuleDefinition): string[] => codesOf(definition).map(plainCode);

const isDefinition = (value: unknown): value is ModuleDefinition =>
  isObject(value) && typeof value['code'] === 'string' && typeof value['start'] === 'function';

/** The host's services for modules besides its settings. */
export type HostEnv = Omit<ModuleEnv, 'variant' | 'datacenter' | 'metrics'>;

/**
 * Starts the enabled modules.
 * @returns the execution plans; undefined without modules, so that auctions have no overhead
 * @throws ConfigError naming the module that rejects its settings or, in the Java variant, one that the host's plans name and that was not
 *   started; Error for a bug in a module
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
    const started = await startOne(definition, config, { ...env, metrics });
    if (started) loaded.push(started);
  }
  const hookRegistry = new HookRegistry(config, loaded, env.log, metrics);
  const missing = config.rules.requirePlannedModules ? hookRegistry.unknownModules() : [];
  if (missing.length > 0)
    throw new ConfigError(missing.map((code) => `hooks: an execution plan names the module ${code}, which is missing or disabled`));
  for (const place of hookRegistry.unknownHooks())
    env.log.warn({ ...place }, 'execution plan names a stage at which the module has no hook');
  return loaded.length > 0 ? hookRegistry : undefined;
}

const isRejection = (cause: unknown): boolean => cause instanceof z.ZodError || (cause instanceof Error && cause.constructor === Error);

async function startOne(
  definition: ModuleDefinition,
  config: HostConfig,
  env: HostEnv & Pick<ModuleEnv, 'metrics'>,
): Promise<LoadedModule | undefined> {
  const codes = codesOf(definition);
  const settings = hostSettings(config.hooks, codes);
  // Arguments and environment variables are strings.
  if (toFlag(settings['enabled']) !== true) return undefined;
  try {
    const module = await definition.start(settings, { ...env, variant: config.rules.moduleDialect, datacenter: config.datacenter });
    return { codes, module, defaultPlan: definition.defaultPlan };
  } catch (cause) {
    const message = `hooks: starting the module ${definition.code} failed: ${errorMessage(cause)}`;
    // A module rejects its settings with a plain error; any other class is a bug in the module, whose stack trace helps.
    if (isRejection(cause)) throw new ConfigError([message]);
    throw new Error(message, { cause });
  }
}
