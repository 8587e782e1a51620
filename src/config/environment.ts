/**
 * Settings from the environment: `AUCTOR_` and the option's path in upper case, levels joined by one underscore (`AUCTOR_PORT`,
 * `AUCTOR_CACHE_EXPECTED_MILLIS`, `AUCTOR_ADAPTERS_APPNEXUS_ENDPOINT`). Values are parsed as YAML.
 */
import { parse } from 'yaml';
import { z } from 'zod';

const PREFIX = 'AUCTOR_';

/** Our variables that are not options of the host. */
const NOT_OPTIONS = new Set(['AUCTOR_CONFIG']);

export interface EnvironmentSetting {
  readonly variable: string;
  /** The option's path; undefined: unknown option. */
  readonly path: readonly string[] | undefined;
  readonly value: unknown;
}

/** The environment's values for the options of `schema`. */
export function readEnvironment(environment: NodeJS.ProcessEnv, schema: z.ZodType): EnvironmentSetting[] {
  const settings: EnvironmentSetting[] = [];
  for (const [variable, text] of Object.entries(environment)) {
    if (!variable.startsWith(PREFIX) || NOT_OPTIONS.has(variable) || text === undefined) continue;
    settings.push({ variable, path: findPath(variable.slice(PREFIX.length).toLowerCase(), schema), value: parse(text) ?? '' });
  }
  return settings;
}

/** The path of options whose joined names equal `rest`; names may contain underscores. */
function findPath(rest: string, schema: z.ZodType): string[] | undefined {
  const unwrapped = unwrap(schema);
  if (unwrapped instanceof z.ZodObject) {
    for (const [name, field] of Object.entries(unwrapped.shape as Record<string, z.ZodType>)) {
      if (rest === name) return [name];
      if (!rest.startsWith(`${name}_`)) continue;
      const below = findPath(rest.slice(name.length + 1), field);
      if (below) return [name, ...below];
    }
    return undefined;
  }
  if (unwrapped instanceof z.ZodRecord) return findInRecord(rest, unwrapped.def.valueType as z.ZodType);
  return undefined;
}

function findInRecord(rest: string, valueType: z.ZodType): string[] | undefined {
  for (let separator = rest.indexOf('_'); separator > 0; separator = rest.indexOf('_', separator + 1)) {
    const below = findPath(rest.slice(separator + 1), valueType);
    if (below) return [rest.slice(0, separator), ...below];
  }
  return unwrap(valueType) instanceof z.ZodObject ? undefined : [rest];
}

/** The schema inside defaults and optionals. */
export function unwrap(schema: z.ZodType): z.ZodType {
  let unwrapped = schema;
  while (
    unwrapped instanceof z.ZodDefault ||
    unwrapped instanceof z.ZodPrefault ||
    unwrapped instanceof z.ZodOptional ||
    unwrapped instanceof z.ZodCatch
  ) {
    unwrapped = unwrapped.def.innerType as z.ZodType;
  }
  return unwrapped;
}
