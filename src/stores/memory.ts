/** Stored data held in memory: for demonstrations and tests. */
import { NOTHING, type Store, type StoreKind } from './store.ts';

export type StoredTexts = { readonly [kind in StoreKind]?: { readonly [id: string]: string } };

export interface MemoryStore extends Store {
  set(kind: StoreKind, id: string, text: string): void;
  remove(kind: StoreKind, id: string): void;
}

/** @param categories texts of category files by `<adserver>` or `<adserver>_<publisher>` */
export function createMemoryStore(data: StoredTexts = {}, categories: { readonly [name: string]: string } = {}): MemoryStore {
  const kinds = new Map<StoreKind, Map<string, string>>();
  const of = (kind: StoreKind): Map<string, string> => {
    const kept = kinds.get(kind);
    if (kept) return kept;
    const texts = new Map(Object.entries(data[kind] ?? {}));
    kinds.set(kind, texts);
    return texts;
  };
  return {
    fetch(kind, ids) {
      const all = of(kind);
      if (all.size === 0) return NOTHING;
      const texts = new Map<string, string>();
      for (const id of ids) {
        const text = all.get(id);
        if (text !== undefined) texts.set(id, text);
      }
      return { texts, errors: [] };
    },
    categories: (adServer, publisher) => categories[publisher === '' ? adServer : `${adServer}_${publisher}`],
    set: (kind, id, text) => void of(kind).set(id, text),
    remove: (kind, id) => void of(kind).delete(id),
  };
}
