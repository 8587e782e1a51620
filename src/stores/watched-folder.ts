/**
 * The files of one folder in memory, reloaded when they change. Links are followed: in mounted volumes, where all files are replaced at once
 * by a link that points elsewhere, folders get another identity under the same path.
 */
import { type FSWatcher, watch } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import type { Clock } from '#src/platform/clock.ts';
import { type FileOptions, FolderFiles, isMissing } from './folder-files.ts';

export interface FolderOptions extends FileOptions {
  readonly path: string;
  readonly watch: boolean;
  readonly clock: Clock;
}

/** ms between a change notification and the read: writers often write in several steps. */
const SETTLE_MS = 50;
/** Polling interval in ms if the system cannot notify us. */
const POLL_MS = 800;

/** What a scan has found so far. */
interface Scan {
  readonly files: string[];
  /** Files that remain. */
  readonly seen: Set<string>;
  /** Identities of the folders by path. */
  readonly folders: Map<string, string>;
  readonly identities: Set<string>;
}

/** A watched folder, identified by device and inode. */
interface Watched {
  readonly watcher: FSWatcher;
  readonly identity: string;
}

/** Names of the versions of a mounted volume: their files are reached by links. */
const isVersion = (name: string): boolean => name.startsWith('..');

const isFolderAt = (path: string): Promise<boolean> =>
  stat(path).then(
    (target) => target.isDirectory(),
    () => false,
  );

export class WatchedFolder {
  readonly #options: FolderOptions;
  readonly #files: FolderFiles;
  readonly #watchers = new Map<string, Watched>();
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
    // A process without free file descriptors, for example, is not notified when it has some again.
    this.#files = new FolderFiles(options, (file) => this.#changed?.add(file));
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
    return this.#files.get(id);
  }

  close(): void {
    this.#closed = true;
    this.#cancel?.();
    for (const { watcher } of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  /** Synchronizes the memory with the folder; only files with a changed stamp are read. */
  async #scan(): Promise<void> {
    const scan: Scan = { files: [], seen: new Set(), folders: new Map(), identities: new Set() };
    const { seen, folders } = scan;
    this.#isRetried = false;
    this.#exists = await this.#walk(this.#options.path, scan);
    await this.#files.read(scan.files, (file) => seen.add(file));
    for (const file of this.#files.paths()) if (!seen.has(file)) this.#files.forget(file);
    if (!this.#options.watch || this.#closed) return;
    for (const [path, { watcher }] of this.#watchers) {
      if (folders.has(path)) continue;
      watcher.close();
      this.#watchers.delete(path);
    }
    const blind = !this.#exists || this.#isRetried || ![...folders].every(([path, identity]) => this.#watch(path, identity));
    if (blind) this.#pollIn(POLL_MS);
  }

  /** Finds all files. @returns whether the folder exists */
  async #walk(path: string, scan: Scan): Promise<boolean> {
    const identity = await stat(path).then(
      ({ dev, ino }) => `${dev} ${ino}`,
      () => '',
    );
    const entries = await readdir(path, { withFileTypes: true }).catch((cause: unknown) => this.#retainBelow(path, cause, scan.seen));
    // A folder that a link reaches twice is read once.
    if (typeof entries === 'boolean' || scan.identities.has(identity)) return entries === true;
    this.#files.readable(path);
    scan.folders.set(path, identity);
    scan.identities.add(identity);
    // Observe first: changes during the read are notified, too.
    if (this.#options.watch && !this.#closed) this.#watch(path, identity);
    for (const entry of entries) {
      const file = join(path, entry.name);
      if (isVersion(entry.name)) continue;
      const isFolder = entry.isSymbolicLink() ? await isFolderAt(file) : entry.isDirectory();
      if (isFolder) await this.#walk(file, scan);
      else scan.files.push(file);
    }
    return true;
  }

  /** A folder that is not readable keeps its files, so that a failing disk loses none. @returns whether it has some */
  #retainBelow(path: string, cause: unknown, seen: Set<string>): boolean {
    const retained = isMissing(cause) ? [] : [...this.#files.paths()].filter((file) => file.startsWith(path + sep));
    for (const file of retained) seen.add(file);
    const isRetained = retained.length > 0;
    this.#isRetried ||= isRetained;
    this.#files.failed(path, cause, isRetained);
    return isRetained;
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
      if (changed && !(await this.#hasFolder(changed))) {
        await this.#files.read(
          [...changed],
          () => {},
          (file) => this.#files.forget(file),
        );
      } else await this.#scan();
    } finally {
      this.#busy = false;
    }
    if (this.#changed && this.#changed.size > 0) this.#pollIn(POLL_MS, this.#changed);
  }
}
