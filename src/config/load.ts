/** The host's settings: a YAML file, over it the environment, checked as a whole. A fault names its key, the rule and the nearest known key. */
import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { errorMessage } from '#src/wire/error-message.ts';
import { isObject } from '#src/wire/merge.ts';
import { adminFaults } from './admin-faults.ts';
import { adsCertFaults } from './ads-cert-faults.ts';
import { cacheFaults } from './cache-faults.ts';
import { readEnvironment, unwrap } from './environment.ts';
import { eventFaults } from './event-faults.ts';
import { hostOptions } from './host-options.ts';
import { javaKeys } from './java-keys.ts';
import { nearest, withOurKeys } from './keys.ts';
import { fromJavaOptions } from './options-java.ts';
import { type HostConfig, hostSchema } from './schema.ts';
import { checkPrivacyOptions } from './sections/privacy.ts';
import { fromCamelCase, fromJavaSettings } from './settings-java.ts';
import { storeFaults } from './store-faults.ts';
import { type UnknownKey, unknownKeys } from './unknown-keys.ts';

/** The start stops with these lines, one a fault. */
export class ConfigError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(
      `the configuration has ${faults.length} fault${faults.length === 1 ? '' : 's'}:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
    );
    this.faults = faults;
  }
}

type Tree = { [key: string]: unknown };

/**
 * @param file path of a YAML file; absent: defaults
 * @param base settings under the file's (the demo host's)
 * @throws ConfigError naming every fault
 */
export function loadConfig(file: string | undefined, environment: NodeJS.ProcessEnv = process.env, base: object = {}): HostConfig {
  const tree = merge(base as Tree, file === undefined ? {} : readFile(file));
  const faults: string[] = [];
  for (const { variable, path, value } of readEnvironment(environment, hostOptions)) {
    if (path) setAt(tree, path, value);
    else
      faults.push(
        `${variable}: no option is spelled so${hint(variable.slice('AUCTOR_'.length).toLowerCase(), Object.keys(hostOptions.shape))}`,
      );
  }
  const parsed = hostSchema.safeParse(tree);
  if (parsed.error) faults.push(...parsed.error.issues.flatMap(toFaults));
  faults.push(...unknownKeys(hostOptions, tree).map(toFault));
  if (faults.length > 0 || !parsed.data) throw new ConfigError(faults);
  const more = crossFaults(parsed.data);
  if (more.length > 0) throw new ConfigError(more);
  return parsed.data;
}

function readFile(file: string): Tree {
  if (!existsSync(file)) throw new ConfigError([`${file}: there is no such file`]);
  let value: unknown;
  try {
    value = parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new ConfigError([`${file}: not YAML: ${errorMessage(cause)}`]);
  }
  if (value === null || value === undefined) return {};
  if (!isObject(value)) throw new ConfigError([`${file}: the top must be a mapping of options`]);
  const named = fromCamelCase(withOurKeys(value) as Tree);
  const strangers = unknownKeys(javaKeys, named);
  if (strangers.length > 0) throw new ConfigError(strangers.map(toFault));
  return fromJavaOptions(fromJavaSettings(named));
}

const toFault = ({ path, known }: UnknownKey): string => `${path.join('.')}: unknown option${hint(path.at(-1) ?? '', known)}`;

function toFaults(issue: z.core.$ZodIssue): string[] {
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
    const inner = unwrap(schema);
    if (inner instanceof z.ZodObject) schema = (inner.shape as Record<string, z.ZodType>)[String(step)] ?? z.never();
    else if (inner instanceof z.ZodRecord) schema = inner.def.valueType as z.ZodType;
    else return [];
  }
  const inner = unwrap(schema);
  return inner instanceof z.ZodObject ? Object.keys(inner.shape) : [];
}

/** What the law asks of a host must be said by it; the Java variant takes the GDPR to apply. */
function privacyFaults(config: HostConfig): string[] {
  const { faults } = checkPrivacyOptions(config);
  return config.variant === 'java' && config.gdpr.default_value === undefined ? faults.slice(1) : faults;
}

/** Rules over several options. */
function crossFaults(config: HostConfig): string[] {
  const faults = [
    ...storeFaults(config),
    ...adminFaults(config),
    ...cacheFaults(config),
    ...eventFaults(config.account_defaults),
    ...privacyFaults(config),
    ...adsCertFaults(config.experiment.adscert),
  ];
  const { default: usual, max } = config.auction_timeouts_ms;
  if (max > 0 && max < usual) {
    faults.push(`auction_timeouts_ms.max cannot be less than auction_timeouts_ms.default. max=${max}, default=${usual}`);
  }
  const { min, max: most } = config.auction.biddertmax;
  if (most < min) faults.push(`auction.biddertmax.max: Max timeout cannot be less than min timeout: min=${min}, max=${most}`);
  return faults;
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
