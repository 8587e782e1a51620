/** The packages of package-lock.json. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..');

export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  /** SPDX expression; undefined: not stated. */
  readonly license: string | undefined;
  /** Subresource integrity; undefined for packages of platforms that the registry did not hold. */
  readonly integrity: string | undefined;
  /** Only development needs it. */
  readonly isDevelopment: boolean;
  readonly isOptional: boolean;
  /** Folder below the root. */
  readonly path: string;
}

interface Entry {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly optional?: boolean;
}

const read = (file: string): unknown => JSON.parse(readFileSync(join(ROOT, file), 'utf8'));

export const project = read('package.json') as { readonly name: string; readonly version: string; readonly license: string };

/** All packages in the order of their paths. */
export function lockedPackages(): LockedPackage[] {
  const { packages } = read('package-lock.json') as { readonly packages: Readonly<Record<string, Entry>> };
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, { version = '', license, integrity, dev, devOptional, optional }]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      license,
      integrity,
      isDevelopment: dev === true || devOptional === true,
      isOptional: optional === true,
      path,
    }));
}
