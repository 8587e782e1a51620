/**
 * The files of one folder in memory, reloaded when they change. Links are followed: in mounted volumes, where all files are replaced at once
 * by a link that points elsewhere, folders get another identity under the same path.
 */
import { type FSWatcher, watch } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { hasCode } from '#src/lang/has-code.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Log } from '#src/platform/log.ts';
import { FolderDocuments } from './folder-documents.ts';

export interface FolderOptions {
  readonly path: string;
  /** Id of a file by its name; undefined: ignored. */
  readonly idOf: (fileName: string) => string | undefined;
  /** Why a file is malformed, for example half-written: then its last valid content remains; undefined: it is valid. */
  readonly malformed?: ((text: string) => string | undefined) | undefined;
  readonly watch: boolean;
  readonly clock: Clock;
  readonly log: Log;
}

/** ms between a change notification and the read: writers often write in several steps. */
const SETTLE_MS = 50;
/** Polling interval in ms if the system cannot notify us. */
const POLL_MS = 800;
const UNREADABLE = 'a stored file or folder is not readable';

interface File {
  readonly id: string;
  readonly stamp: string;
}

/** A watched folder, identified by device and inode. */
interface Watched {
  readonly watcher: FSWatcher;
  readonly identity: string;
}

/** Names of the versions of a mounted volume: their files are reached by links. */
const isVersion = (name: string): boolean => name.startsWith('..');

const isMissing = (cause: unknown): boolean => hasCode(cause, 'ENOENT');

const isFolderAt = (path: string): Promise<boolean> =>
  stat(path).then(
    (target) => target.isDirectory(),
    () => false,
  );

export class WatchedFolder {
  readonly #options: FolderOptions;
  readonly #documents = new FolderDocuments();
  readonly #files = new Map<string, File>();
  readonly #watchers = new Map<string, Watched>();
  /** Files and folders that exist but could not be read, each logged once. */
  readonly #unreadable = new Set<string>();
  /** Names of changed files; `undefined`: check everything. */
  #changed: Set<string> | undefined = new Set();
  #cancel: (() => void) | undefined;
  #busy = false;
  #closed = false;
  #exists = false;
  /** A folder with files in memory was not readable in the last scan. */
  #isRetried = false;

  private constructor(options: FolderOptions) {
    this.#options = options;
  }

  /** Reads the folder; a missing folder counts as empty. */
  static async open(options: FolderOptions): Promise<WatchedFolder> {
    const folder = new WatchedFolder(options);
    await folder.#scan();
    return folder;
  }

  get exists(): boolean {
    return this.#exists;
  }

  get(id: string): string | undefined {
    return this.#documents.get(id);
  }

  close(): void {
    this.#closed = true;
    this.#cancel?.();
    for (const { watcher } of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  /** Synchronizes the memory with the folder; only files with a changed stamp are read. */
  async #scan(): Promise<void> {
    const seen = new Set<string>();
    const folders = new Map<string, string>();
    this.#isRetried = false;
    this.#exists = await this.#walk(this.#options.path, seen, folders);
    for (const file of this.#files.keys()) if (!seen.has(file)) this.#forget(file);
    if (!this.#options.watch || this.#closed) return;
    for (const [path, { watcher }] of this.#watchers) {
      if (folders.has(path)) continue;
      watcher.close();
      this.#watchers.delete(path);
    }
    const blind = !this.#exists || this.#isRetried || ![...folders].every(([path, identity]) => this.#watch(path, identity));
    if (blind) this.#pollIn(POLL_MS);
  }

  /** @param folders identities of the folders found so far, by path */
  async #walk(path: string, seen: Set<string>, folders: Map<string, string>): Promise<boolean> {
    const identity = await stat(path).then(
      ({ dev, ino }) => `${dev} ${ino}`,
      () => '',
    );
    const entries = await readdir(path, { withFileTypes: true }).catch((cause: unknown) => this.#retainBelow(path, cause, seen));
    // A folder that a link reaches twice is read once.
    if (typeof entries === 'boolean' || [...folders.values()].includes(identity)) return entries === true;
    this.#unreadable.delete(path);
    folders.set(path, identity);
    // Observe first: changes during the read are notified, too.
    if (this.#options.watch && !this.#closed) this.#watch(path, identity);
    for (const entry of entries) {
      const file = join(path, entry.name);
      if (isVersion(entry.name)) continue;
      const isFolder = entry.isSymbolicLink() ? await isFolderAt(file) : entry.isDirectory();
      if (isFolder) await this.#walk(file, seen, folders);
      else if (await this.#read(file)) seen.add(file);
    }
    return true;
  }

  /** Whether the file exists and is one of ours. */
  async #read(file: string): Promise<boolean> {
    const id = this.#options.idOf(basename(file));
    if (id === undefined) return false;
    try {
      const { mtimeMs, size, ino } = await stat(file);
      const stamp = `${mtimeMs} ${size} ${ino}`;
      if (this.#files.get(file)?.stamp === stamp) return true;
      const text = await readFile(file, 'utf8');
      this.#files.set(file, { id, stamp });
      this.#unreadable.delete(file);
      if (this.#isValid(text, file) || !this.#documents.has(id)) this.#documents.set(id, { text, file });
      return true;
    } catch (cause) {
      const isRetained = this.#files.has(file) && !isMissing(cause);
      // A process without free file descriptors, for example, is not notified when it has some again.
      if (isRetained) this.#changed?.add(file);
      this.#failed(file, cause, isRetained);
      return isRetained;
    }
  }

  /** A folder that is not readable keeps its files, so that a failing disk loses none. @returns whether it has some */
  #retainBelow(path: string, cause: unknown, seen: Set<string>): boolean {
    const retained = isMissing(cause) ? [] : [...this.#files.keys()].filter((file) => file.startsWith(path + sep));
    for (const file of retained) seen.add(file);
    const isRetained = retained.length > 0;
    this.#isRetried ||= isRetained;
    this.#failed(path, cause, isRetained);
    return isRetained;
  }

  /** Logs once why a file or folder cannot be read; a missing one is none of ours. */
  #failed(path: string, cause: unknown, isRetained: boolean): void {
    if (isMissing(cause) || this.#unreadable.has(path)) return;
    this.#unreadable.add(path);
    this.#options.log.error({ failure: cause, path }, isRetained ? `${UNREADABLE}: its last content remains` : UNREADABLE);
  }

  /** A malformed file is logged with its position. */
  #isValid(text: string, file: string): boolean {
    const reason = this.#options.malformed?.(text);
    if (reason === undefined) return true;
    this.#options.log.error({ file, reason }, 'a stored file is malformed: its last valid content remains');
    return false;
  }

  #forget(file: string): void {
    const known = this.#files.get(file);
    if (!known || !this.#files.delete(file)) return;
    this.#documents.delete(known.id, file);
  }

  #watch(path: string, identity: string): boolean {
    const known = this.#watchers.get(path);
    if (known?.identity === identity) return true;
    known?.watcher.close();
    this.#watchers.delete(path);
    try {
      const watcher = watch(path, (_, name) => this.#note(path, name));
      watcher.on('error', () => {
        this.#watchers.delete(path);
        this.#pollIn(POLL_MS);
      });
      this.#watchers.set(path, { watcher, identity });
      return true;
    } catch (cause) {
      this.#options.log.debug({ failure: cause, path }, 'folder notifications are unavailable: polling instead');
      return false;
    }
  }

  #note(path: string, name: string | null): void {
    // The folder itself has its own name.
    if (name === null || name === basename(path)) this.#changed = undefined;
    else this.#changed?.add(join(path, name));
    this.#pollIn(SETTLE_MS, this.#changed);
  }

  /** Whether folders changed, or versions of a mounted volume. Files of other names, such as temporary ones, need no scan. */
  async #hasFolder(changed: ReadonlySet<string>): Promise<boolean> {
    for (const path of changed) {
      if (this.#options.idOf(basename(path)) !== undefined) continue;
      if (isVersion(basename(path)) || this.#watchers.has(path) || (await isFolderAt(path))) return true;
    }
    return false;
  }

  #pollIn(ms: number, changed?: Set<string>): void {
    this.#changed = changed;
    if (this.#closed || this.#cancel) return;
    this.#cancel = this.#options.clock.after(ms, () => {
      this.#cancel = undefined;
      void this.#poll();
    });
  }

  async #poll(): Promise<void> {
    // One scan at a time: an older scan must not undo the result of a newer one.
    if (this.#busy) return this.#pollIn(SETTLE_MS, this.#changed);
    this.#busy = true;
    const changed = this.#changed;
    this.#changed = new Set();
    try {
      if (changed && !(await this.#hasFolder(changed))) for (const file of changed) (await this.#read(file)) || this.#forget(file);
      else await this.#scan();
    } finally {
      this.#busy = false;
    }
    if (this.#changed && this.#changed.size > 0) this.#pollIn(POLL_MS, this.#changed);
  }
}
