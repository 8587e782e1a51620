/** Settings files of either variant as one file with our own options, and a report of what became of every key. */
import { isObject } from '#src/json/merge.ts';
import { effectiveOptions } from './effective.ts';
import { hostOptions } from './host-options.ts';
import { assemble } from './input/assemble.ts';
import { coerce } from './input/coerce.ts';
import { joinKeys, type Property, placed } from './input/property.ts';
import { likelyVariant } from './likely-variant.ts';
import { type LoadOptions, readSettings, type Settings } from './load.ts';
import type { Variant } from './rule-set.ts';

export interface Migration {
  readonly variant: Variant;
  /** Settings under our names, the variant among them; undefined if the files have errors. */
  readonly tree: { readonly [option: string]: unknown } | undefined;
  readonly errors: readonly string[];
  /** `key (file:line) -> option`, for keys with another name here. */
  readonly moved: readonly string[];
  /** Number of keys that have the same name here. */
  readonly unchanged: number;
  /** Keys without effect here, and why; unknown keys. */
  readonly warnings: readonly string[];
}

/** Undefined: no such variant. */
export const asVariant = (name: string): Variant | undefined => hostOptions.shape.variant.safeParse(name).data;

type FileOptions = Pick<LoadOptions, 'files' | 'environment'>;

/** Sources that do not belong into a file: they override it wherever the host runs. */
const NOT_FROM_FILES: ReadonlySet<string> = new Set(['environment', 'arguments', 'SPRING_APPLICATION_JSON']);

/**
 * @param options files in order; the environment fills only placeholders in values that are converted, the others stay as written
 * @param variant of the files; undefined: what they name, or seem to be
 */
export function migrate(options: FileOptions, variant?: Variant): Migration {
  const settings = variant === undefined ? likelier(options) : readAs(options, variant);
  const { config, errors, warnings, origins } = settings;
  const own = origins.properties.filter(({ origin }) => origin.rank > 0 && !NOT_FROM_FILES.has(origin.source));
  const name = config?.variant ?? variant ?? 'go';
  const asWritten = own.map((property) => ({ ...property, value: property.template ?? property.value }));
  const written = coerce(hostOptions, assemble(asWritten), { variant: name, warn: () => {} });
  return {
    variant: name,
    tree: errors.length === 0 && isObject(written) ? { variant: name, ...written } : undefined,
    errors,
    moved: [...new Set(own.filter((property) => !isSame(property)).map(movedLine))],
    unchanged: own.filter(isSame).length,
    warnings,
  };
}

const readAs = ({ files, environment = {} }: FileOptions, variant: Variant): Settings =>
  readSettings({ files, environment: { ...environment, AUCTOR_VARIANT: variant } });

/** The variant the files name; otherwise the one they seem to be written for. */
function likelier(options: FileOptions): Settings {
  const named = readSettings(options);
  const { properties } = named.origins;
  if (properties.some(({ keys, origin }) => keys[0] === 'variant' && origin.line !== undefined)) return named;
  return readAs(options, likelyVariant(options.files ?? [], properties));
}

const isSame = ({ keys, origin }: Property): boolean => joinKeys(keys) === origin.written;
const movedLine = ({ keys, origin }: Property): string => `${placed(origin)} -> ${joinKeys(keys)}`;

/** Options whose effective values differ between two settings, as lines. */
export function differences(before: Settings, after: Settings): string[] {
  const valuesOf = ({ config, origins }: Settings): Map<string, string> =>
    new Map(config ? effectiveOptions(config, origins).map(({ option, value }) => [option, JSON.stringify(value)]) : []);
  const [old, made] = [valuesOf(before), valuesOf(after)];
  return [...new Set([...old.keys(), ...made.keys()])]
    .filter((option) => old.get(option) !== made.get(option))
    .map((option) => `${option}: ${old.get(option) ?? 'absent'} became ${made.get(option) ?? 'absent'}`);
}
