/** Selects the settings files and their order: named files, otherwise the default locations of the two servers. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Variant } from '../rule-set.ts';

/** A file to read. */
export interface Location {
  readonly file: string;
  /** It may be missing. */
  readonly isOptional: boolean;
  /** A folder with one file per setting. */
  readonly isTree?: boolean;
  /** A relative path starts in the working folder, not beside the file that imports it. */
  readonly isFromWorkingFolder?: boolean;
}

/** What is read from folders. */
export interface Search {
  /** Active profiles. */
  readonly profiles: readonly string[];
  /** Names of files without their endings. */
  readonly names: readonly string[];
}

export const DEFAULT_NAMES: readonly string[] = ['application'];

const GO_FOLDERS = ['.', '/etc/config'];
/** A TOML file is found, so that the start says that it is not read. */
const GO_NAMES = ['pbs.yaml', 'pbs.yml', 'pbs.json', 'pbs.properties', 'pbs.toml'];
const JAVA_FOLDERS = ['.', 'config', 'config/*/'];
/** In the order of precedence, the highest last. */
const JAVA_ENDINGS = ['yaml', 'yml', 'properties'];

/**
 * Files in a comma-separated list: `optional:` allows a missing file, `file:` is dropped, folders end in `/` and may have the name `*`,
 * `configtree:` marks a folder with one file per setting.
 */
export function parseLocations(text: string, search: Search): Location[] {
  const names = text
    .split(/[,;]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return names.flatMap((name) => {
    const isOptional = name.startsWith('optional:');
    const written = name.replace(/^optional:/, '');
    const isTree = written.startsWith('configtree:');
    const path = written.replace(/^(configtree:|file:(\/\/(?=\/))?)/, '');
    const folders = foldersOf(path);
    if (folders.length === 0 && !isTree && !path.endsWith('/')) {
      return withProfiles({ file: path, isOptional, isFromWorkingFolder: written.startsWith('file:') }, search);
    }
    // A missing folder is reported like a missing file.
    if (folders.length === 0) return [{ file: path, isOptional, isTree }];
    const found = folders.flatMap((folder) => (isTree ? [{ file: folder, isOptional, isTree }] : inFolder(folder, search)));
    return found.map((location) => ({ ...location, isFromWorkingFolder: true }));
  });
}

/** The folder of a path that ends in `/`, if it is there; with `*` as its last name all folders beside each other, by name. */
function foldersOf(path: string): string[] {
  if (!path.endsWith('*/')) return path.endsWith('/') && isFolder(path) ? [path] : [];
  const parent = path.slice(0, -2);
  if (!isFolder(parent || '.')) return [];
  return readdirSync(parent || '.')
    .sort()
    .filter((name) => !name.startsWith('..'))
    .map((name) => join(parent, name, '/'))
    .filter(isFolder);
}

/** A file, then those of the profiles beside it. */
function withProfiles(location: Location, { profiles }: Pick<Search, 'profiles'>): Location[] {
  const ending = extname(location.file);
  const files = profiles.map((profile) => `${location.file.slice(0, location.file.length - ending.length)}-${profile}${ending}`);
  return [location, ...files.map((file) => ({ ...location, file, isOptional: true }))];
}

/** `application.*` of a folder, then the files of its profiles. */
function inFolder(folder: string, { profiles, names }: Search): Location[] {
  const all = names.flatMap((name) => [name, ...profiles.map((profile) => `${name}-${profile}`)]);
  const files = all.flatMap((name) => JAVA_ENDINGS.map((ending) => join(folder, `${name}.${ending}`)));
  return files.filter(isFile).map((file) => ({ file, isOptional: true }));
}

const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory();
const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();

export interface Found {
  readonly variant: Variant;
  readonly files: readonly Location[];
}

/**
 * Files of either variant in its server's default locations.
 * @param variant only that variant's files; absent: the Go variant's first
 */
export function findFiles(folder: string, variant: Variant | undefined, search: Search): Found | undefined {
  const go = GO_FOLDERS.flatMap((each) => GO_NAMES.map((name) => join(each === '.' ? folder : each, name))).find(isFile);
  if (variant !== 'java' && go !== undefined) return { variant: 'go', files: [{ file: go, isOptional: false }] };
  if (variant === 'go') return undefined;
  const folders = JAVA_FOLDERS.flatMap((each) => foldersOf(join(folder, each, '/')));
  const files = folders.flatMap((each) => inFolder(each, search));
  return files.length > 0 ? { variant: 'java', files } : undefined;
}

/** The environment value of a Java host for a key such as `spring.profiles.active`. */
export const springVariable = (environment: NodeJS.ProcessEnv, key: string): string | undefined =>
  environment[key.toUpperCase().replaceAll('.', '_').replaceAll('-', '_')] ??
  environment[key.toUpperCase().replaceAll('.', '_').replaceAll('-', '')];
