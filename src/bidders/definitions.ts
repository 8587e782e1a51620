/** The bidders of a folder, read from their modules. */
import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BidderDefinition } from './bidder.ts';

/** Extension of the program's own files: `.ts`, or `.js` in an installed package. */
export const EXTENSION = extname(import.meta.filename);

/** The folder of adapters: one `<code>.ts` per bidder; subfolders contain shared parts and are not searched. */
export const ADAPTERS = join(import.meta.dirname, 'adapters');

/** Whether a file name is that of a module, not of a type declaration. */
export const isAdapterFile = (name: string): boolean => name.endsWith(EXTENSION) && !name.endsWith('.d.ts');

/** The bidder definition of a module's default export, if any. */
export function definitionIn(module: { readonly default?: unknown }): BidderDefinition | undefined {
  const { default: value } = module;
  return typeof value === 'object' && value !== null && 'code' in value && 'build' in value ? (value as BidderDefinition) : undefined;
}

/** Every bidder of a folder, sorted by file name. Loads all modules: a host uses the catalogue instead. */
export async function findDefinitions(folder: string = ADAPTERS): Promise<BidderDefinition[]> {
  const files = (await readdir(folder)).filter(isAdapterFile).sort();
  const modules = await Promise.all(files.map((name) => import(pathToFileURL(join(folder, name)).href) as Promise<{ default?: unknown }>));
  return modules.flatMap((module) => definitionIn(module) ?? []);
}
