/** Selects the settings files and their order: named files, otherwise the default locations of the two servers. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Variant } from '../rule-set.ts';

/** A file to read. */
export interface Location {
  readonly file: string;
  /** It may be missing. */
  readonly isOptional: boolean;
}

const GO_FOLDERS = ['.', '/etc/config'];
/** A TOML file is found, so that the start says that it is not read. */
const GO_NAMES = ['pbs.yaml', 'pbs.yml', 'pbs.json', 'pbs.properties', 'pbs.toml'];
const JAVA_FOLDERS = ['.', 'config'];
/** In the order of precedence, the highest last. */
const JAVA_ENDINGS = ['yaml', 'yml', 'properties'];

/** Files in a comma-separated list: the prefix `file:` is dropped, `optional:` allows a missing file, folders end in `/`. */
export function parseLocations(text: string, profiles: readonly string[] = []): Location[] {
  const names = text
    .split(/[,;]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return names.flatMap((name) => {
    const isOptional = name.startsWith('optional:');
    const path = name.replace(/^optional:/, '').replace(/^file:(\/\/(?=\/))?/, '');
    if (path.endsWith('/')) return inFolder(path, profiles);
    return [{ file: path, isOptional }];
  });
}

/** `application.*` of a folder, then the files of its profiles. */
function inFolder(folder: string, profiles: readonly string[]): Location[] {
  const names = ['application', ...profiles.map((profile) => `application-${profile}`)];
  const files = names.flatMap((name) => JAVA_ENDINGS.map((ending) => join(folder, `${name}.${ending}`)));
  return files.filter(isFile).map((file) => ({ file, isOptional: true }));
}

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();

export interface Found {
  readonly variant: Variant;
  readonly files: readonly Location[];
}

/**
 * Files of either variant in its server's default locations.
 * @param variant only that variant's files; absent: the Go variant's first
 */
export function findFiles(folder: string, variant: Variant | undefined, profiles: readonly string[]): Found | undefined {
  const go = GO_FOLDERS.flatMap((each) => GO_NAMES.map((name) => join(each === '.' ? folder : each, name))).find(isFile);
  if (variant !== 'java' && go !== undefined) return { variant: 'go', files: [{ file: go, isOptional: false }] };
  if (variant === 'go') return undefined;
  const files = JAVA_FOLDERS.flatMap((each) => inFolder(join(folder, each), profiles));
  return files.length > 0 ? { variant: 'java', files } : undefined;
}

/** The environment value of a Java host for a key such as `spring.profiles.active`. */
export const springVariable = (environment: NodeJS.ProcessEnv, key: string): string | undefined =>
  environment[key.toUpperCase().replaceAll('.', '_').replaceAll('-', '_')] ??
  environment[key.toUpperCase().replaceAll('.', '_').replaceAll('-', '')];
