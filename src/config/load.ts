/**
 * Loads the host's settings: a YAML file, overridden by the environment, validated together. An error names its key, the rule and the
 * nearest known key.
 */
import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { isObject } from '#src/json/merge.ts';
import { errorMessage } from '#src/lang/error-message.ts';
import { readEnvironment, unwrap } from './environment.ts';
import { hostOptions } from './host-options.ts';
import { javaKeys } from './java/keys.ts';
import { fromJavaOptions } from './java/options.ts';
import { fromCamelCase, fromJavaSettings } from './java/stores.ts';
import { nearest, withOurKeys } from './keys.ts';
import { type HostConfig, hostSchema } from './schema.ts';
import { checkPrivacyOptions } from './sections/privacy.ts';
import { type UnknownKey, unknownKeys } from './unknown-keys.ts';
import { adminErrors } from './validate/admin.ts';
import { adsCertErrors } from './validate/ads-cert.ts';
import { cacheErrors } from './validate/cache.ts';
import { eventErrors } from './validate/events.ts';
import { storeErrors } from './validate/stores.ts';

/** Stops the startup with these lines, one per error. */
export class ConfigError extends Error {
  readonly errors: readonly string[];

  constructor(errors: readonly string[]) {
    super(
      `the configuration has ${errors.length} error${errors.length === 1 ? '' : 's'}:\n${errors.map((error) => `  ${error}`).join('\n')}`,
    );
    this.errors = errors;
  }
}

type Tree = { [key: string]: unknown };

/**
 * @param file path of a YAML file; absent: defaults
 * @param base settings below the file's (the demo host's)
 * @throws ConfigError naming every error
 */
export function loadConfig(file: string | undefined, environment: NodeJS.ProcessEnv = process.env, base: object = {}): HostConfig {
  const tree = merge(base as Tree, file === undefined ? {} : readFile(file));
  const errors: string[] = [];
  for (const { variable, path, value } of readEnvironment(environment, hostOptions)) {
    if (path) setAt(tree, path, value);
    else errors.push(`${variable}: unknown option${hint(variable.slice('AUCTOR_'.length).toLowerCase(), Object.keys(hostOptions.shape))}`);
  }
  const parsed = hostSchema.safeParse(tree);
  if (parsed.error) errors.push(...parsed.error.issues.flatMap(toErrors));
  errors.push(...unknownKeys(hostOptions, tree).map(toError));
  if (errors.length > 0 || !parsed.data) throw new ConfigError(errors);
  const more = crossErrors(parsed.data);
  if (more.length > 0) throw new ConfigError(more);
  return parsed.data;
}

function readFile(file: string): Tree {
  if (!existsSync(file)) throw new ConfigError([`${file}: file not found`]);
  let value: unknown;
  try {
    value = parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new ConfigError([`${file}: invalid YAML: ${errorMessage(cause)}`]);
  }
  if (value === null || value === undefined) return {};
  if (!isObject(value)) throw new ConfigError([`${file}: the top level must be a mapping of options`]);
  const named = fromCamelCase(withOurKeys(value) as Tree);
  const unknownNames = unknownKeys(javaKeys, named);
  if (unknownNames.length > 0) throw new ConfigError(unknownNames.map(toError));
  return fromJavaOptions(fromJavaSettings(named));
}

const toError = ({ path, known }: UnknownKey): string => `${path.join('.')}: unknown option${hint(path.at(-1) ?? '', known)}`;

function toErrors(issue: z.core.$ZodIssue): string[] {
  const path = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    const known = knownKeys(issue.path);
    return issue.keys.map((key) => `${path ? `${path}.` : ''}${key}: unknown option${hint(key, known)}`);
  }
  return [`${path}: ${issue.message}`];
}

function hint(key: string, known: readonly string[]): string {
  const near = nearest(key, known);
  return near ? ` (did you mean ${near}?)` : '';
}

/** Option names at a path of the schema. */
function knownKeys(path: readonly PropertyKey[]): string[] {
  let schema: z.ZodType = hostOptions;
  for (const step of path) {
    const unwrapped = unwrap(schema);
    if (unwrapped instanceof z.ZodObject) schema = (unwrapped.shape as Record<string, z.ZodType>)[String(step)] ?? z.never();
    else if (unwrapped instanceof z.ZodRecord) schema = unwrapped.def.valueType as z.ZodType;
    else return [];
  }
  const innerSchema = unwrap(schema);
  return innerSchema instanceof z.ZodObject ? Object.keys(innerSchema.shape) : [];
}

/** Legally relevant settings must be explicit; the Java variant assumes that the GDPR applies. */
function privacyErrors(config: HostConfig): string[] {
  const { errors } = checkPrivacyOptions(config);
  return config.variant === 'java' && config.gdpr.default_value === undefined ? errors.slice(1) : errors;
}

/** Rules over several options. */
function crossErrors(config: HostConfig): string[] {
  const errors = [
    ...storeErrors(config),
    ...adminErrors(config),
    ...cacheErrors(config),
    ...eventErrors(config.account_defaults),
    ...privacyErrors(config),
    ...adsCertErrors(config.experiment.adscert),
  ];
  const { default: defaults, max } = config.auction_timeouts_ms;
  if (max > 0 && max < defaults) {
    errors.push(`auction_timeouts_ms.max cannot be less than auction_timeouts_ms.default. max=${max}, default=${defaults}`);
  }
  const { min, max: maximum } = config.auction.biddertmax;
  if (maximum < min) errors.push(`auction.biddertmax.max: Max timeout cannot be less than min timeout: min=${min}, max=${maximum}`);
  return errors;
}

function merge(under: Tree, over: Tree): Tree {
  const merged: Tree = { ...under };
  for (const [key, value] of Object.entries(over)) {
    const below = merged[key];
    merged[key] = isObject(below) && isObject(value) ? merge(below, value) : value;
  }
  return merged;
}

function setAt(tree: Tree, path: readonly string[], value: unknown): void {
  let at = tree;
  for (const step of path.slice(0, -1)) {
    const below = at[step];
    const next: Tree = isObject(below) ? { ...below } : {};
    at[step] = next;
    at = next;
  }
  at[path.at(-1) ?? ''] = value;
}
