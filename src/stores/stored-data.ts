/** The stores of a host behind the one interface the auction knows: asked in order, each for what is still missing. */
import type { Abortable, Found, MaybeLater, StoredData, StoredKind } from '#src/auction/services.ts';
import { isObject } from '#src/wire/merge.ts';
import type { Store, StoreKind } from './store.ts';

/** Asks store after store; a wait only where one of them waits. Ids no store has are absent from the result. */
export function fetchFrom(
  stores: readonly Store[],
  kind: StoreKind,
  ids: readonly string[],
  timeoutMs: number,
  accountId?: string,
  scope?: Abortable,
): MaybeLater<Found> {
  let found: Found = { texts: new Map(), errors: [] };
  for (let i = 0; i < stores.length; i++) {
    const missing = found.texts.size === 0 ? ids : ids.filter((id) => !found.texts.has(id));
    if (missing.length === 0) break;
    const next = stores[i]?.fetch(kind, missing, timeoutMs, accountId, scope);
    if (next instanceof Promise) {
      const before = found;
      const rest = stores.slice(i + 1);
      return next.then(async (later) => {
        const here = join(before, later);
        const left = ids.filter((id) => !here.texts.has(id));
        return left.length === 0 ? here : join(here, await fetchFrom(rest, kind, left, timeoutMs, accountId, scope));
      });
    }
    if (next) found = join(found, next);
  }
  return found;
}

function join(first: Found, second: Found): Found {
  if (first.texts.size === 0 && first.errors.length === 0) return second;
  return {
    texts: new Map([...first.texts, ...second.texts]),
    errors: [...first.errors, ...second.errors],
    timedOut: first.timedOut || second.timedOut,
  };
}

const GO_NAMES: { readonly [kind in StoredKind]: string } = {
  request: 'Request',
  amp: 'Request',
  video: 'Request',
  imp: 'Imp',
  response: 'Response',
  profile: 'Profile',
};

const JAVA_NAMES: { readonly [kind in StoredKind]: string } = {
  request: 'request',
  amp: 'request',
  video: 'request',
  imp: 'imp',
  response: 'response',
  profile: 'profile',
};

export interface StoredDataOptions {
  /** Stores of each kind, in the order they are asked. */
  readonly stores: (kind: StoredKind) => readonly Store[];
  readonly categories: readonly Store[];
  readonly variant: 'go' | 'java';
  /** ms a category file may take to come. */
  readonly categoryTimeoutMs?: number | undefined;
}

/** What is missing everywhere is reported once, in the variant's words (auction-request.md 4.3). */
export function createStoredData({ stores, categories, variant, categoryTimeoutMs = 50 }: StoredDataOptions): StoredData {
  const text = (kind: StoredKind, id: string): string =>
    variant === 'java' ? `No stored ${JAVA_NAMES[kind]} found for id: ${id}` : `Stored ${GO_NAMES[kind]} with ID="${id}" not found.`;
  const report = (kind: StoredKind, ids: readonly string[], found: Found): Found => {
    // What another store had is no loss any more.
    if (found.texts.size === ids.length) return found.errors.length === 0 ? found : { texts: found.texts, errors: [] };
    // A store that failed has said so itself; "not found" would be a guess.
    if (found.errors.length > 0) return found;
    return { texts: found.texts, errors: ids.filter((id) => !found.texts.has(id)).map((id) => text(kind, id)), missing: true };
  };
  return {
    find(kind, ids, timeoutMs, accountId, scope) {
      const found = fetchFrom(stores(kind), kind, ids, timeoutMs, accountId, scope);
      return found instanceof Promise ? found.then((later) => report(kind, ids, later)) : report(kind, ids, found);
    },
    category: createCategories(categories, categoryTimeoutMs),
  };
}

type Translation = ReadonlyMap<string, string>;

function createCategories(stores: readonly Store[], timeoutMs: number): StoredData['category'] {
  const read = new Map<string, { readonly text: string; readonly ids: Translation }>();
  const translate = (name: string, text: string | undefined, category: string): string | null | undefined => {
    if (text === undefined) return undefined;
    const known = read.get(name);
    const ids = known?.text === text ? known.ids : translationOf(text);
    if (ids !== known?.ids) read.set(name, { text, ids });
    return ids.get(category) ?? null;
  };
  return (adServer, publisher, category, scope) => {
    const name = publisher === '' ? adServer : `${adServer}_${publisher}`;
    const answers = stores.map((store) => store.categories?.(adServer, publisher, timeoutMs, scope));
    if (answers.some((answer) => answer instanceof Promise)) {
      return Promise.all(answers.map((answer) => Promise.resolve(answer))).then((texts) =>
        translate(
          name,
          texts.find((text) => text !== undefined),
          category,
        ),
      );
    }
    return translate(
      name,
      (answers as (string | undefined)[]).find((text) => text !== undefined),
      category,
    );
  };
}

/** `{"IAB1-1": {"id": "404", "name": …}, …}` to ids by category; nothing of a text that is not of that form. */
function translationOf(text: string): Translation {
  const ids = new Map<string, string>();
  let table: unknown;
  try {
    table = JSON.parse(text);
  } catch {
    return ids;
  }
  for (const [category, entry] of Object.entries(isObject(table) ? table : {})) {
    if (isObject(entry) && typeof entry['id'] === 'string') ids.set(category, entry['id']);
  }
  return ids;
}
