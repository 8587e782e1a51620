/** The variant that settings without a named one were written for. */
import { basename } from 'node:path';
import type { Property } from './input/property.ts';
import type { Variant } from './rule-set.ts';

/**
 * By the names of files, or by the spelling of keys: the Java variant's have dashes.
 * @param files paths as given
 * @param properties of all sources
 */
export function likelyVariant(files: readonly string[], properties: readonly Property[]): Variant {
  const names = files.map((file) => basename(file));
  if (names.some((name) => name.startsWith('pbs.'))) return 'go';
  if (names.some((name) => name.startsWith('application'))) return 'java';
  return count('-', properties) > count('_', properties) ? 'java' : 'go';
}

const count = (mark: string, properties: readonly Property[]): number =>
  properties.filter(({ origin }) => origin.line !== undefined && origin.written.includes(mark)).length;

/** A warning if no variant is named and the files were probably written for another one than ours; undefined otherwise. */
export function variantWarning(files: readonly string[], properties: readonly Property[]): string | undefined {
  if (likelyVariant(files, properties) !== 'java') return undefined;
  return 'variant: is not named, so rules of the Go variant hold; these files seem to be written for the Java variant, which variant: java (or --variant=java) selects';
}
