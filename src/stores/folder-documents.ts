/** Texts of files by id. Of several files with the same id, in different subfolders, the one that was read last counts. */

interface Document {
  readonly text: string;
  /** Path of its file. */
  readonly file: string;
}

export class FolderDocuments {
  readonly #inUse = new Map<string, Document>();
  /** Texts of other files with the same id, by path. */
  readonly #others = new Map<string, Map<string, string>>();

  has(id: string): boolean {
    return this.#inUse.has(id);
  }

  get(id: string): string | undefined {
    return this.#inUse.get(id)?.text;
  }

  set(id: string, { text, file }: Document): void {
    const before = this.#inUse.get(id);
    this.#inUse.set(id, { text, file });
    const others = this.#others.get(id);
    others?.delete(file);
    if (!before || before.file === file) return;
    if (others) others.set(before.file, before.text);
    else this.#others.set(id, new Map([[before.file, before.text]]));
  }

  /** The file is gone: another one with the same id takes its place. */
  delete(id: string, file: string): void {
    const others = this.#others.get(id);
    if (this.#inUse.get(id)?.file === file) {
      const [path, text] = [...(others ?? [])].at(-1) ?? [];
      if (path === undefined || text === undefined) this.#inUse.delete(id);
      else this.#inUse.set(id, { text, file: path });
      if (path !== undefined) others?.delete(path);
    } else others?.delete(file);
    if (others?.size === 0) this.#others.delete(id);
  }
}
