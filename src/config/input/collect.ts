/** All settings of a host from files, environment and arguments, in layers. Unreadable input is reported, not thrown. */
import type { Variant } from '../rule-set.ts';
import { readArguments } from './arguments.ts';
import { readEnvironment } from './environment.ts';
import { readFiles, stringAt } from './files.ts';
import type { KeyNode } from './key-tree.ts';
import { DEFAULT_NAMES, findFiles, type Location, parseLocations, type Search, springVariable } from './locations.ts';
import { readOtelVariables } from './otel-variables.ts';
import { groupsIn, groupsOfVariables, parseProfiles } from './profiles.ts';
import { flatten, joinKeys, type Property, uniform } from './property.ts';
import { readYaml } from './yaml.ts';

/** Sources of settings. */
export interface SettingsSources {
  /** Files, each may be several separated by commas; later ones override earlier ones. */
  readonly files?: readonly string[] | undefined;
  readonly environment?: NodeJS.ProcessEnv | undefined;
  /** Arguments after our own: `--any.key=value`. */
  readonly args?: readonly string[] | undefined;
  /** Settings below all others (the demo host's). */
  readonly base?: object | undefined;
  /** Folder to search for files if none is named; absent: no search. */
  readonly folder?: string | undefined;
}

export interface Collected {
  readonly variant: Variant;
  /** The variant is named, so its defaults apply. */
  readonly isNamed: boolean;
  readonly properties: readonly Property[];
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  /** Variables and arguments that match no option. */
  readonly unknown: readonly string[];
  readonly files: readonly string[];
}

/** Layers: defaults 0, base 1, files from 2, then the others. */
const FIRST_FILE = 2;
const VARIANTS: readonly unknown[] = ['go', 'java'];
const asVariant = (value: unknown): Variant | undefined => (VARIANTS.includes(value) ? (value as Variant) : undefined);

const last = (properties: readonly Property[], key: string): unknown =>
  properties.findLast((property) => uniform(joinKeys(property.keys)) === uniform(key))?.value;

/** @param treeOf the known keys of a variant */
export function collect(sources: SettingsSources, treeOf: (variant: Variant) => KeyNode): Collected {
  const { environment = {}, args = [], base = {} } = sources;
  const given = readArguments(args, Number.MAX_SAFE_INTEGER);
  const json = springJson(environment);
  const settingOf = (key: string): string | undefined => {
    const value = last(given.properties, key) ?? (stringAt(json.properties, uniform(key)) || springVariable(environment, key));
    return value === undefined ? undefined : String(value);
  };
  const groups = new Map([...groupsOfVariables(environment), ...groupsIn(json.properties), ...groupsIn(given.properties)]);
  const profiles = { active: parseProfiles(settingOf('spring.profiles.active') ?? ''), groups };
  const namedVariant = asVariant(environment['AUCTOR_VARIANT']) ?? asVariant(last(given.properties, 'variant'));
  const named = parseProfiles(settingOf('spring.config.name') ?? '');
  const names = named.length > 0 ? named : DEFAULT_NAMES;
  const foundWith = (active: readonly string[]) =>
    locate(sources, { settingOf, search: { profiles: active, names }, variant: namedVariant });
  const found = foundWith(profiles.active);
  const files = readFiles((active) => foundWith(active).files, FIRST_FILE, profiles);
  const ofFiles = asVariant(last(files.properties, 'variant')) ?? found.variant;
  const isNamed = (namedVariant ?? ofFiles) !== undefined;
  const variant = namedVariant ?? ofFiles ?? asVariant((base as { variant?: unknown }).variant) ?? 'go';
  const ranks = { theirs: files.nextRank + 1, ours: files.nextRank + 2 };
  const otel = readOtelVariables(environment, files.nextRank);
  const ofEnvironment = readEnvironment(environment, treeOf(variant), variant, ranks);
  return {
    variant,
    isNamed,
    properties: [
      ...flatten(base, { source: 'settings', written: '', rank: 1 }),
      ...variantOf(found.variant, namedVariant),
      ...files.properties,
      ...otel.properties,
      ...ofEnvironment.properties,
      ...given.properties.filter(({ origin }) => !/^(--|-D)spring\./.test(origin.written)),
      ...(variant === 'java' ? json.properties.filter(({ keys }) => !SEARCH_KEYS.test(uniform(joinKeys(keys)))) : []),
    ],
    errors: [...files.errors, ...ofEnvironment.errors, ...(variant === 'java' ? json.errors : [])],
    warnings: [
      ...otel.warnings,
      ...given.flags.map((flag) => `${flag}: no meaning here because the log is set by log.level and AUCTOR_LOG_LEVEL`),
    ],
    unknown: [...ofEnvironment.unknown, ...given.unknown],
    files: files.files,
  };
}

/** The name of a file that was found sets the variant if nothing else does. */
const variantOf = (found: Variant | undefined, settingOf: Variant | undefined): Property[] =>
  found === undefined || settingOf !== undefined
    ? []
    : [{ keys: ['variant'], value: found, origin: { source: 'file name', written: 'variant', rank: 1 } }];

interface Wanted {
  readonly settingOf: (key: string) => string | undefined;
  readonly search: Search;
  readonly variant: Variant | undefined;
}

/** Named files, or those found; then additional files. */
function locate(
  { files, environment = {}, folder }: SettingsSources,
  { settingOf, search, variant }: Wanted,
): { files: Location[]; variant?: Variant | undefined } {
  const config = files ?? (environment['AUCTOR_CONFIG'] ? [environment['AUCTOR_CONFIG']] : undefined);
  const location = settingOf('spring.config.location');
  const additional = parseLocations(settingOf('spring.config.additional-location') ?? '', search);
  const named = config
    ? config.flatMap((each) => parseLocations(each, search))
    : location === undefined
      ? undefined
      : parseLocations(location, search);
  if (named) return { files: [...named, ...additional], variant: location === undefined || config ? undefined : 'java' };
  const found = folder === undefined ? undefined : findFiles(folder, variant ?? (additional.length > 0 ? 'java' : undefined), search);
  return { files: [...(found?.files ?? []), ...additional], variant: found?.variant ?? (additional.length > 0 ? 'java' : undefined) };
}

/** Keys that control where settings are searched, in their uniform form. */
const SEARCH_KEYS = /^spring\.(profiles\.(active|group)|config\.(additionallocation|location|name))\b/;

/** `SPRING_APPLICATION_JSON` overrides variables and properties of the machine (`-D`). */
function springJson(environment: NodeJS.ProcessEnv): { readonly properties: readonly Property[]; readonly errors: readonly string[] } {
  const text = environment['SPRING_APPLICATION_JSON'] ?? '';
  const { documents, errors } = readYaml(text, 'SPRING_APPLICATION_JSON', Number.MAX_SAFE_INTEGER - 1);
  return { properties: documents.flat(), errors };
}
