/** Files of a folder in memory, with their texts by id. */
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { withoutMark } from '#src/lang/byte-order-mark.ts';
import { hasCode } from '#src/lang/has-code.ts';
import type { Log } from '#src/platform/log.ts';
import { FolderDocuments } from './folder-documents.ts';

export interface FileOptions {
  /** Id of a file by its name; undefined: ignored. */
  readonly idOf: (fileName: string) => string | undefined;
  /** Why a file is malformed, for example half-written: then its last valid content remains; undefined: it is valid. */
  readonly malformed?: ((text: string) => string | undefined) | undefined;
  readonly log: Log;
}

/** Files read at once: one after the other takes four times as long. */
const READS = 32;
const UNREADABLE = 'a stored file or folder is not readable';

interface File {
  readonly id: string;
  readonly stamp: string;
}

export const isMissing = (cause: unknown): boolean => hasCode(cause, 'ENOENT');

export class FolderFiles {
  readonly #options: FileOptions;
  readonly #onRetained: (file: string) => void;
  readonly #documents = new FolderDocuments();
  readonly #files = new Map<string, File>();
  /** Files and folders that exist but could not be read, each logged once. */
  readonly #unreadable = new Set<string>();

  /** @param onRetained called with a file that is not readable any more */
  constructor(options: FileOptions, onRetained: (file: string) => void) {
    this.#options = options;
    this.#onRetained = onRetained;
  }

  get(id: string): string | undefined {
    return this.#documents.get(id);
  }

  paths(): Iterable<string> {
    return this.#files.keys();
  }

  readable(path: string): void {
    this.#unreadable.delete(path);
  }

  /** Reads the changed ones of these files, some at once; their order decides which of two files with the same id counts. */
  async read(files: readonly string[], found: (file: string) => void, removed?: (file: string) => void): Promise<void> {
    for (let i = 0; i < files.length; i += READS) {
      const some = files.slice(i, i + READS);
      const taking = await Promise.all(some.map((file) => this.#load(file)));
      for (const [j, file] of some.entries()) (taking[j]?.() ? found : removed)?.(file);
    }
  }

  /** Reads a file. @returns takes the result into memory, and returns whether the file exists and is one of ours */
  async #load(file: string): Promise<() => boolean> {
    const id = this.#options.idOf(basename(file));
    if (id === undefined) return () => false;
    try {
      const { mtimeMs, size, ino } = await stat(file);
      const stamp = `${mtimeMs} ${size} ${ino}`;
      if (this.#files.get(file)?.stamp === stamp) return () => true;
      const text = withoutMark(await readFile(file, 'utf8'));
      return () => this.#take(file, { id, stamp }, text);
    } catch (cause) {
      return () => this.#retain(file, cause);
    }
  }

  #take(file: string, known: File, text: string): true {
    this.#files.set(file, known);
    this.#unreadable.delete(file);
    if (this.#isValid(text, file) || !this.#documents.has(known.id)) this.#documents.set(known.id, { text, file });
    return true;
  }

  /** A file that is not readable keeps its last content. @returns whether it has some */
  #retain(file: string, cause: unknown): boolean {
    const isRetained = this.#files.has(file) && !isMissing(cause);
    if (isRetained) this.#onRetained(file);
    this.failed(file, cause, isRetained);
    return isRetained;
  }

  /** Logs once why a file or folder cannot be read; a missing one is none of ours. */
  failed(path: string, cause: unknown, isRetained: boolean): void {
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

  forget(file: string): void {
    const known = this.#files.get(file);
    if (!known || !this.#files.delete(file)) return;
    this.#documents.delete(known.id, file);
  }
}
