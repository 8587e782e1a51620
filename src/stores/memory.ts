/** Stored data in memory: for demonstrations and tests. */
import { NONE, type Store, type StoreKind } from './store.ts';

export type StoredDocuments = { readonly [kind in StoreKind]?: { readonly [id: string]: string } };

export interface MemoryStore extends Store {
  set(kind: StoreKind, id: string, text: string): void;
  remove(kind: StoreKind, id: string): void;
}

/** @param categories content of category files by `<adserver>` or `<adserver>_<publisher>` */
export function createMemoryStore(data: StoredDocuments = {}, categories: { readonly [name: string]: string } = {}): MemoryStore {
  const kinds = new Map<StoreKind, Map<string, string>>();
  const of = (kind: StoreKind): Map<string, string> => {
    const cached = kinds.get(kind);
    if (cached) return cached;
    const documents = new Map(Object.entries(data[kind] ?? {}));
    kinds.set(kind, documents);
    return documents;
  };
  return {
    fetch(kind, ids) {
      const all = of(kind);
      if (all.size === 0) return NONE;
      const documents = new Map<string, string>();
      for (const id of ids) {
        const text = all.get(id);
        if (text !== undefined) documents.set(id, text);
      }
      return { documents, errors: [] };
    },
    categories: (adServer, publisher) => categories[publisher === '' ? adServer : `${adServer}_${publisher}`] ?? null,
    set: (kind, id, text) => void of(kind).set(id, text),
    remove: (kind, id) => void of(kind).delete(id),
  };
}
