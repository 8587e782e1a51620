/** Reads a host's settings files in order: documents by profile, and imported files. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { errorMessage } from '#src/lang/error-message.ts';
import { readConfigTree } from './config-tree.ts';
import { DEFAULT_NAMES, type Location, parseLocations } from './locations.ts';
import { expandProfiles, type Groups, groupsIn, holds, isGroupKey, parseProfiles } from './profiles.ts';
import { readPropertiesFile } from './properties-file.ts';
import { joinKeys, type Property, uniform } from './property.ts';
import { readYaml } from './yaml.ts';

export interface FileSettings {
  readonly properties: readonly Property[];
  /** One line per error. */
  readonly errors: readonly string[];
  /** Files read, in order. */
  readonly files: readonly string[];
  /** The rank after the last layer. */
  readonly nextRank: number;
}

const MAX_FILES = 100;

/** Formats of the Go variant that hosts hardly use. */
const UNSUPPORTED_FORMATS = /\.(toml|hcl|ini|env)$/i;

/** Keys that control reading and are not options. */
const ACTIVATE = 'spring.config.activate.onprofile';
const OLD_ACTIVATE = 'spring.profiles';
const IMPORT = 'spring.config.import';
const ACTIVE = 'spring.profiles.active';
const INCLUDE = 'spring.profiles.include';
const READING_KEYS = [ACTIVATE, OLD_ACTIVATE, IMPORT, ACTIVE, INCLUDE];

const nameOf = ({ keys }: Property): string => uniform(joinKeys(keys)).replace(/\[\d+\]$/, '');

/** The values of a key, the items of a list too, separated by commas; empty: none. @param key in its uniform form */
export const stringAt = (document: readonly Property[], key: string): string =>
  document
    .filter((property) => nameOf(property) === key && property.value !== null)
    .map(({ value }) => String(value))
    .join(',');

class Reader {
  readonly properties: Property[] = [];
  readonly errors: string[] = [];
  readonly files: string[] = [];
  rank: number;
  /** Profiles that the files activate; the last file decides. */
  active: readonly string[] = [];
  /** Those that they add to the active ones. */
  readonly included: string[] = [];
  /** Groups of profiles; those of a later document take precedence. */
  readonly groups = new Map<string, readonly string[]>();
  readonly #profiles: readonly string[];

  constructor(rank: number, profiles: readonly string[]) {
    this.rank = rank;
    this.#profiles = profiles;
  }

  read({ file, isOptional, isTree }: Location): void {
    if (!existsSync(file)) {
      if (!isOptional) this.errors.push(`${file}: file not found`);
      return;
    }
    if (this.files.length >= MAX_FILES) return;
    this.files.push(file);
    if (isTree) {
      this.#tree(file);
      return;
    }
    const format = UNSUPPORTED_FORMATS.exec(file)?.[1];
    if (format !== undefined) {
      this.errors.push(`${file}: ${format.toUpperCase()} is not read; settings are YAML or JSON (.yaml, .yml, .json), or .properties`);
      return;
    }
    let text: string;
    try {
      text = readFileSync(file, 'utf8');
    } catch (cause) {
      this.errors.push(`${file}: cannot be read: ${errorMessage(cause)}`);
      return;
    }
    const parse = file.endsWith('.properties') ? readPropertiesFile : readYaml;
    const { documents, errors } = parse(text, file, 0);
    this.errors.push(...errors);
    for (const document of documents) this.#take(document, file);
  }

  #tree(folder: string): void {
    try {
      this.#take(readConfigTree(folder), folder);
    } catch (cause) {
      this.errors.push(`${folder}: cannot be read: ${errorMessage(cause)}`);
    }
  }

  /** A document applies if its profile is active; its imports override it. */
  #take(document: readonly Property[], file: string): void {
    const active = parseProfiles(stringAt(document, ACTIVE));
    if (active.length > 0) this.active = active;
    this.included.push(...parseProfiles(stringAt(document, INCLUDE)));
    for (const [name, profiles] of groupsIn(document)) this.groups.set(name, profiles);
    if (!this.#holds(stringAt(document, ACTIVATE) || stringAt(document, OLD_ACTIVATE), file)) return;
    const rank = this.rank++;
    const settings = document.filter((property) => !READING_KEYS.includes(nameOf(property)) && !isGroupKey(joinKeys(property.keys)));
    this.properties.push(...settings.map((property) => ({ ...property, origin: { ...property.origin, rank } })));
    for (const each of parseLocations(stringAt(document, IMPORT), { profiles: this.#profiles, names: DEFAULT_NAMES })) {
      const isComplete = isAbsolute(each.file) || (each.isFromWorkingFolder && existsSync(each.file));
      this.read({ ...each, file: isComplete ? each.file : join(dirname(file), each.file) });
    }
  }

  #holds(condition: string, file: string): boolean {
    const isMet = condition === '' || holds(condition, this.#profiles);
    if (isMet === undefined) this.errors.push(`${file}: malformed condition on profiles: ${condition}`);
    return isMet === true;
  }
}

/** Profiles that arguments or variables name. */
export interface GivenProfiles {
  /** The active ones; none: those named by a file. */
  readonly active: readonly string[];
  readonly groups: Groups;
}

/**
 * The files, and those of profiles that the files themselves activate: beside each one, and for documents before that name too.
 * @param locate the files of a host with these profiles
 * @param rank of the first layer
 */
export function readFiles(
  locate: (profiles: readonly string[]) => readonly Location[],
  rank: number,
  { active, groups }: GivenProfiles,
): FileSettings {
  const given = expandProfiles(active, groups);
  const first = readAll(locate(given), rank, given);
  const profiles = expandProfiles(
    [...first.included, ...(active.length > 0 ? active : first.active)],
    new Map([...first.groups, ...groups]),
  );
  return resultOf(profiles.join() === given.join() ? first : readAll(locate(profiles), rank, profiles));
}

function readAll(locations: readonly Location[], rank: number, profiles: readonly string[]): Reader {
  const reader = new Reader(rank, profiles);
  for (const location of locations) reader.read(location);
  return reader;
}

const resultOf = ({ properties, errors, files, rank }: Reader): FileSettings => ({ properties, errors, files, nextRank: rank });
