/**
 * The host's settings: files in layers, overridden by environment and arguments, validated as a whole. One pass finds all errors; each
 * names the key as written, its place, and the rule.
 */
import type { z } from 'zod';
import { copyJson, isObject, mergePatch } from '#src/json/merge.ts';
import { replacedOptions } from './account-problems.ts';
import { ConfigError } from './config-error.ts';
import { GO_DEFAULTS } from './go/defaults.ts';
import { hostOptions } from './host-options.ts';
import { assemble } from './input/assemble.ts';
import { type CoerceContext, coerce } from './input/coerce.ts';
import { type Collected, collect, type SettingsSources } from './input/collect.ts';
import { mergeLayers } from './input/layers.ts';
import { replacePlaceholders } from './input/placeholders.ts';
import { flatten, type Property, placed } from './input/property.ts';
import { resolveKeys, type UnknownKey } from './input/resolve.ts';
import { rewrite } from './input/rewrite.ts';
import { JAVA_DEFAULTS } from './java/defaults.ts';
import { HOOKS_WITH_MODULES } from './java/modules.ts';
import { keyIn, knownKeys, rulesOf } from './known-keys.ts';
import { variantWarning } from './likely-variant.ts';
import { didYouMean, nearest } from './nearest.ts';
import { Origins } from './origins.ts';
import type { HostConfig } from './schema.ts';
import { executionPlan } from './sections/hooks.ts';
import { unknownKeys } from './unknown-keys.ts';
import { validValues } from './valid-values.ts';
import { crossErrors, crossWarnings, type OptionError } from './validate/all.ts';

export interface LoadOptions extends SettingsSources {
  /** Unknown keys are errors. */
  readonly strict?: boolean | undefined;
  /** Names of the host's bidders: their codes in the settings have this spelling, however they are written. */
  readonly bidders?: readonly string[] | undefined;
}

export interface Settings {
  /** The effective settings; with errors, the valid rest; undefined if nothing is usable. */
  readonly config: HostConfig | undefined;
  /** One line each. */
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  /** Files read, in order. */
  readonly files: readonly string[];
  readonly origins: Origins;
}

type Tree = { [key: string]: unknown };

/** Reads all settings and reports errors. Never throws for invalid input. */
export function readSettings(options: LoadOptions): Settings {
  const collected = collect(options, knownKeys);
  const { variant, isNamed } = collected;
  const [errors, warnings] = [[...collected.errors], [...collected.warnings]];
  const doubt = isNamed ? undefined : variantWarning(collected.files, collected.properties);
  if (doubt !== undefined) warnings.push(doubt);
  const known = resolveKeys(knownKeys(variant), collected.properties, options.bidders, variant === 'java');
  errors.push(...known.errors.map(({ property, written, rule }) => `${placed({ ...property.origin, written })}: ${rule}`));
  const unknownNames = [...known.unknown.map(unknownLine), ...collected.unknown.map((name) => variableLine(name, variant))];
  (options.strict === true ? errors : warnings).push(...unknownNames);
  const filled = variant === 'java' ? replacePlaceholders(mergeLayers(known.properties), options.environment ?? {}) : undefined;
  errors.push(...(filled?.errors ?? []).map(({ property, rule }) => `${placed(property.origin)}: ${rule}`));
  const rewritten = rewrite(filled?.properties ?? mergeLayers(known.properties), rulesOf(variant));
  errors.push(...rewritten.errors.map(({ property, rule }) => `${placed(property.origin)}: ${rule}`));
  warnings.push(...rewritten.warnings.map(({ reason, origins }) => `${origins.map(placed).join(', ')}: ${reason}`));
  const given = mergeLayers(rewritten.properties);
  const origins = new Origins([...(isNamed ? defaultsOf(variant) : []), ...given], (option) => keyIn(variant, option));
  const parsed = parseSettings(given, collected, origins, options.strict === true);
  const all = [...errors, ...parsed.errors];
  return {
    config: parsed.config,
    errors: [...new Set(all.map(oneLine))],
    warnings: [...new Set([...warnings, ...parsed.warnings].map(oneLine))],
    files: collected.files,
    origins,
  };
}

/** Keys may contain line breaks. */
const oneLine = (message: string): string => message.replaceAll('\r', '\\r').replaceAll('\n', '\\n');

const DEFAULTS = { go: GO_DEFAULTS, java: JAVA_DEFAULTS };
const defaultsOf = (variant: HostConfig['variant']): Property[] =>
  flatten(DEFAULTS[variant], { source: `defaults of the ${variant} variant`, written: '', rank: 0 });

/** The values in the form of their options, validated one by one and then together. */
function parseSettings(
  given: readonly Property[],
  { variant, isNamed, errors: unread }: Collected,
  origins: Origins,
  strict: boolean,
): Omit<Settings, 'files' | 'origins'> {
  const warnings: string[] = [];
  const context: CoerceContext = { variant, warn: (path, reason) => warnings.push(`${origins.name(path)}: ${reason}`) };
  // An empty value that counts as absent leaves the variant's default.
  const tree = mergePatch(isNamed ? copyJson(DEFAULTS[variant]) : {}, coerce(hostOptions, assemble(given), context) ?? {}) as Tree;
  if (tree['hooks'] !== undefined) tree['hooks'] = coerce(HOOKS_WITH_MODULES, tree['hooks'], context, ['hooks']);
  coercePlan(tree, context);
  // Names below JSON strings: other keys have been checked.
  const unknownNames = unknownKeys(hostOptions, partsWithJson(tree));
  const lines = unknownNames.map(
    ({ path, known }) => `${origins.name(path)}: unknown option${didYouMean(nearest(path.at(-1) ?? '', known))}`,
  );
  const replaced = isObject(tree['account_defaults']) ? replacedOptions(tree['account_defaults']) : [];
  warnings.push(...replaced.map(({ path, rule }) => `${origins.name(['account_defaults', ...path])}: ${rule}`));
  const { value, issues } = validValues(tree);
  const isUnknown = ({ code }: z.core.$ZodIssue): boolean => code === 'unrecognized_keys';
  lines.push(...issues.filter(isUnknown).map((issue) => issueLine(issue, origins)));
  const errors = issues.filter((issue) => !isUnknown(issue)).map((issue) => issueLine(issue, origins));
  (strict ? errors : warnings).push(...lines);
  if (!value) return { config: undefined, errors, warnings };
  const broken = issues.map(({ path }) => path.join('.'));
  // What is missing may be in a file that cannot be read.
  const combined = unread.length === 0 ? crossErrors(value, isNamed) : [];
  const cross = combined.filter(
    ({ option }) => !broken.some((path) => option !== '' && (path === option || path.startsWith(`${option}.`))),
  );
  const lineOf = ({ option, rule }: OptionError): string => (option === '' ? rule : `${origins.name(keysOf(option))}: ${rule}`);
  errors.push(...cross.map(lineOf));
  warnings.push(...crossWarnings(value, isNamed).map(lineOf));
  return { config: value, errors, warnings };
}

/** Converts the plan in `account_defaults`, which the schema of accounts leaves unchecked. */
function coercePlan({ account_defaults }: Tree, context: CoerceContext): void {
  const hooks = isObject(account_defaults) ? account_defaults['hooks'] : undefined;
  if (!isObject(hooks) || hooks['execution_plan'] === undefined) return;
  hooks['execution_plan'] = coerce(executionPlan, hooks['execution_plan'], context, ['account_defaults', 'hooks', 'execution_plan']);
}

/** The keys of an option written with dots; numbers are indexes. */
const keysOf = (option: string): (string | number)[] => option.split('.').map((key) => (/^\d+$/.test(key) ? Number(key) : key));

/** Settings that may be JSON strings. */
function partsWithJson({ account_defaults, hooks }: Tree): Tree {
  const { host_execution_plan, default_account_execution_plan } = isObject(hooks) ? hooks : {};
  return { account_defaults, hooks: { host_execution_plan, default_account_execution_plan } };
}

function issueLine({ path, message }: z.core.$ZodIssue, origins: Origins): string {
  return `${origins.name(path as (string | number)[])}: ${message}`;
}

const unknownLine = ({ property, written, near }: UnknownKey): string =>
  `${placed({ ...property.origin, written: property.origin.line === undefined ? property.origin.written || written : written })}: unknown option${didYouMean(near)}`;

function variableLine(name: string, variant: HostConfig['variant']): string {
  const key = name.replace(/^(AUCTOR_|PBS_|--?)/, '').toLowerCase();
  const names = [...knownKeys(variant).children.values()].map((child) => child.name);
  return `${name}: unknown option${didYouMean(nearest(key, names))}`;
}

/** The settings of a host. @throws ConfigError with every error */
export function loadSettings(options: LoadOptions): Settings & { readonly config: HostConfig } {
  const { config, errors, ...rest } = readSettings(options);
  if (errors.length > 0 || !config) throw new ConfigError(errors);
  return { ...rest, config, errors };
}

/**
 * The same for one file.
 * @param file path of a YAML file; absent: defaults
 * @param base settings below the file's
 */
export function loadConfig(file: string | undefined, environment: NodeJS.ProcessEnv = process.env, base: object = {}): HostConfig {
  return loadSettings({ files: file === undefined ? [] : [file], environment, base, strict: true }).config;
}
