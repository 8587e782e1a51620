/** The bidders of a folder, from the modules that define them. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BidderDefinition } from './bidder.ts';

/** The folder of adapters: one `<code>.ts` per bidder; subfolders hold what these files import and are not searched. */
export const ADAPTERS = join(import.meta.dirname, 'adapters');

export const isAdapterFile = (name: string): boolean => name.endsWith('.ts') && !name.endsWith('.d.ts');

/** The definition a module has as its default export, if it has one. */
export function definitionIn(module: { readonly default?: unknown }): BidderDefinition | undefined {
  const { default: value } = module;
  return typeof value === 'object' && value !== null && 'code' in value && 'build' in value ? (value as BidderDefinition) : undefined;
}

/** Every bidder of a folder, sorted by file name. All modules are loaded: a host uses the catalogue instead. */
export async function findDefinitions(folder: string = ADAPTERS): Promise<BidderDefinition[]> {
  const files = (await readdir(folder)).filter(isAdapterFile).sort();
  const modules = await Promise.all(files.map((name) => import(pathToFileURL(join(folder, name)).href) as Promise<{ default?: unknown }>));
  return modules.flatMap((module) => definitionIn(module) ?? []);
}
