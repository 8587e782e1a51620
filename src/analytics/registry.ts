/** The analytics modules of this host: definitions found in this folder and enabled by the settings. */
import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { ConfigError } from '#src/config/config-error.ts';
import { didYouMean, nearest } from '#src/config/nearest.ts';
import type { Rules } from '#src/config/rule-set.ts';
import type { HostConfig } from '#src/config/schema.ts';
import { BUNDLED } from '#src/lang/bundled.ts';
import { errorMessage } from '#src/lang/error-message.ts';
import { type AnalyticsDefinition, type AnalyticsEnv, isAnalyticsDefinition, type NamedModule } from './module.ts';

/** `.ts`, or `.js` in an installed package. */
const EXTENSION = extname(import.meta.filename);

/** Every module in this folder: the default exports of its files. There is no list; a new file is found at the next start. */
export async function findAnalytics(): Promise<AnalyticsDefinition<unknown>[]> {
  const files = (await readdir(import.meta.dirname)).filter((name) => name.endsWith(EXTENSION) && !name.endsWith('.d.ts')).sort();
  const load = async (path: string): Promise<{ default?: unknown }> =>
    (BUNDLED.get(path)?.() ?? import(pathToFileURL(path).href)) as { default?: unknown };
  const modules = await Promise.all(files.map((name) => load(join(import.meta.dirname, name))));
  return modules.map((module) => module.default).filter(isAnalyticsDefinition);
}

/** Options that concern all modules. */
const SHARED = new Set(['global', 'tcf', 'honor_signals', 'unknown_names_sampling_rate', 'join', 'spool', 'dead_letters']);

/** Enabled modules. @throws ConfigError naming every invalid option and every unknown key */
export function createModules(
  definitions: readonly AnalyticsDefinition<unknown>[],
  config: Pick<HostConfig, 'analytics' | 'rules'>,
  env: AnalyticsEnv,
): NamedModule[] {
  const options: { readonly [key: string]: unknown } = config.analytics;
  const known = new Set(definitions.map(({ key }) => key));
  const errors = Object.keys(options)
    .filter((key) => !SHARED.has(key) && !known.has(key))
    .map((key) => `analytics.${key}: there is no such analytics module${didYouMean(nearest(key, [...SHARED, ...known]))}`);
  const modules: NamedModule[] = [];
  for (const definition of definitions) {
    try {
      const module = definition.create(definition.options.parse(options[definition.key] ?? {}), env);
      if (module) modules.push(Object.assign(module, { name: nameIn(definition, config.rules) }));
    } catch (cause) {
      errors.push(...errorsOf(definition.key, cause));
    }
  }
  if (errors.length > 0) throw new ConfigError(errors);
  return modules;
}

const nameIn = ({ name, javaName }: AnalyticsDefinition<unknown>, { javaAnalyticsNames }: Rules): string =>
  javaAnalyticsNames ? (javaName ?? name) : name;

function errorsOf(key: string, cause: unknown): string[] {
  if (cause instanceof z.ZodError) return cause.issues.map(({ path, message }) => `analytics.${[key, ...path].join('.')}: ${message}`);
  const [, option, rule = errorMessage(cause)] = /^([a-z_]+): (.*)$/s.exec(errorMessage(cause)) ?? [];
  return [`analytics.${option === undefined ? key : `${key}.${option}`}: ${rule}`];
}
