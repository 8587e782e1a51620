/** The files of one folder in memory, read again when they change. */
import { type FSWatcher, watch } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Clock } from '#src/outside/clock.ts';
import type { Log } from '#src/outside/log.ts';

export interface FolderOptions {
  readonly path: string;
  /** Id of a file by its name; undefined: not one of ours. */
  readonly idOf: (fileName: string) => string | undefined;
  readonly watch: boolean;
  readonly clock: Clock;
  readonly log: Log;
}

/** ms between a change being noticed and the file being read: writers often write in pieces. */
const SETTLE_MS = 50;
/** ms between looks where the system cannot tell us of changes. */
const POLL_MS = 800;

interface File {
  readonly id: string;
  readonly stamp: string;
}

export class WatchedFolder {
  readonly #options: FolderOptions;
  readonly #texts = new Map<string, string>();
  readonly #files = new Map<string, File>();
  readonly #watchers = new Map<string, FSWatcher>();
  /** Files told to have changed; `undefined`: look at everything. */
  #changed: Set<string> | undefined = new Set();
  #cancel: (() => void) | undefined;
  #busy = false;
  #closed = false;
  #exists = false;

  private constructor(options: FolderOptions) {
    this.#options = options;
  }

  /** Reads the folder; a folder that is not there is empty until it is. */
  static async open(options: FolderOptions): Promise<WatchedFolder> {
    const folder = new WatchedFolder(options);
    await folder.#scan();
    return folder;
  }

  get exists(): boolean {
    return this.#exists;
  }

  get(id: string): string | undefined {
    return this.#texts.get(id);
  }

  close(): void {
    this.#closed = true;
    this.#cancel?.();
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  /** Brings all that is held in line with what lies in the folder; only files whose stamp changed are read. */
  async #scan(): Promise<void> {
    const seen = new Set<string>();
    const folders = new Set<string>();
    this.#exists = await this.#walk(this.#options.path, seen, folders);
    for (const file of this.#files.keys()) if (!seen.has(file)) this.#forget(file);
    if (!this.#options.watch || this.#closed) return;
    for (const [path, watcher] of this.#watchers) {
      if (folders.has(path)) continue;
      watcher.close();
      this.#watchers.delete(path);
    }
    const blind = !this.#exists || ![...folders].every((path) => this.#watch(path));
    if (blind) this.#lookIn(POLL_MS);
  }

  async #walk(path: string, seen: Set<string>, folders: Set<string>): Promise<boolean> {
    const entries = await readdir(path, { withFileTypes: true }).catch(() => undefined);
    if (!entries) return false;
    folders.add(path);
    // What changes while we read is told, too.
    if (this.#options.watch && !this.#closed) this.#watch(path);
    for (const entry of entries) {
      const file = join(path, entry.name);
      if (entry.isDirectory()) await this.#walk(file, seen, folders);
      else if (await this.#read(file)) seen.add(file);
    }
    return true;
  }

  /** Whether the file is there and one of ours. */
  async #read(file: string): Promise<boolean> {
    const id = this.#options.idOf(basename(file));
    if (id === undefined) return false;
    try {
      const { mtimeMs, size, ino } = await stat(file);
      const stamp = `${mtimeMs} ${size} ${ino}`;
      if (this.#files.get(file)?.stamp === stamp) return true;
      this.#texts.set(id, await readFile(file, 'utf8'));
      this.#files.set(file, { id, stamp });
      return true;
    } catch {
      return false;
    }
  }

  #forget(file: string): void {
    const known = this.#files.get(file);
    if (!known) return;
    this.#files.delete(file);
    this.#texts.delete(known.id);
  }

  #watch(path: string): boolean {
    if (this.#watchers.has(path)) return true;
    try {
      const watcher = watch(path, (_, name) => this.#note(name === null ? undefined : join(path, name)));
      watcher.on('error', () => {
        this.#watchers.delete(path);
        this.#lookIn(POLL_MS);
      });
      this.#watchers.set(path, watcher);
      return true;
    } catch (cause) {
      this.#options.log.debug({ err: cause, path }, 'a folder cannot be watched and is looked at now and then');
      return false;
    }
  }

  #note(file: string | undefined): void {
    if (file !== undefined && this.#options.idOf(basename(file)) !== undefined) this.#changed?.add(file);
    else this.#changed = undefined;
    this.#lookIn(SETTLE_MS, this.#changed);
  }

  #lookIn(ms: number, changed?: Set<string>): void {
    this.#changed = changed;
    if (this.#closed || this.#cancel) return;
    this.#cancel = this.#options.clock.after(ms, () => {
      this.#cancel = undefined;
      void this.#look();
    });
  }

  async #look(): Promise<void> {
    // One at a time: an older look must not undo what a younger one found.
    if (this.#busy) return this.#lookIn(SETTLE_MS, this.#changed);
    this.#busy = true;
    const changed = this.#changed;
    this.#changed = new Set();
    try {
      if (changed) for (const file of changed) (await this.#read(file)) || this.#forget(file);
      else await this.#scan();
    } finally {
      this.#busy = false;
    }
  }
}
