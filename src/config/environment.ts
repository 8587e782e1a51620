/**
 * Settings from the environment: `AUCTOR_` and the option's path in upper case, levels joined by one underscore
 * (`AUCTOR_PORT`, `AUCTOR_CACHE_EXPECTED_MILLIS`, `AUCTOR_ADAPTERS_APPNEXUS_ENDPOINT`). Values are read as YAML.
 */
import { parse } from 'yaml';
import { z } from 'zod';

const PREFIX = 'AUCTOR_';

/** Variables of ours that are not options of the host. */
const NOT_OPTIONS = new Set(['AUCTOR_CONFIG']);

export interface EnvironmentSetting {
  readonly variable: string;
  /** The option's path; undefined: no option is spelled so. */
  readonly path: readonly string[] | undefined;
  readonly value: unknown;
}

/** What the environment says about the options of `schema`. */
export function readEnvironment(environment: NodeJS.ProcessEnv, schema: z.ZodType): EnvironmentSetting[] {
  const settings: EnvironmentSetting[] = [];
  for (const [variable, text] of Object.entries(environment)) {
    if (!variable.startsWith(PREFIX) || NOT_OPTIONS.has(variable) || text === undefined) continue;
    settings.push({ variable, path: findPath(variable.slice(PREFIX.length).toLowerCase(), schema), value: parse(text) ?? '' });
  }
  return settings;
}

/** The path of options whose joined names make `rest`; names may themselves hold underscores. */
function findPath(rest: string, schema: z.ZodType): string[] | undefined {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodObject) {
    for (const [name, member] of Object.entries(inner.shape as Record<string, z.ZodType>)) {
      if (rest === name) return [name];
      if (!rest.startsWith(`${name}_`)) continue;
      const below = findPath(rest.slice(name.length + 1), member);
      if (below) return [name, ...below];
    }
    return undefined;
  }
  if (inner instanceof z.ZodRecord) return findInRecord(rest, inner.def.valueType as z.ZodType);
  return undefined;
}

function findInRecord(rest: string, valueType: z.ZodType): string[] | undefined {
  for (let cut = rest.indexOf('_'); cut > 0; cut = rest.indexOf('_', cut + 1)) {
    const below = findPath(rest.slice(cut + 1), valueType);
    if (below) return [rest.slice(0, cut), ...below];
  }
  return unwrap(valueType) instanceof z.ZodObject ? undefined : [rest];
}

/** The schema under defaults and optionals. */
export function unwrap(schema: z.ZodType): z.ZodType {
  let inner = schema;
  while (inner instanceof z.ZodDefault || inner instanceof z.ZodPrefault || inner instanceof z.ZodOptional || inner instanceof z.ZodCatch) {
    inner = inner.def.innerType as z.ZodType;
  }
  return inner;
}
