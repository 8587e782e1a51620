/** Changes of stored data, pushed or polled: entries to store and ids to drop. */
import { inAnyCase } from '#src/json/letter-case.ts';
import { isObject } from '#src/json/merge.ts';
import type { Failure, Result } from '#src/lang/result.ts';
import type { CachedStore } from './cached.ts';
import type { StoreKind } from './store.ts';

/** Names of the kinds in the body of an update. */
const UPDATE_FIELDS = ['requests', 'imps', 'responses', 'accounts'] as const;
export type UpdateField = (typeof UPDATE_FIELDS)[number];
const NAMES: ReadonlySet<string> = new Set(UPDATE_FIELDS);

export interface Update {
  readonly saved: ReadonlyMap<UpdateField, ReadonlyMap<string, string>>;
  /** Data of single accounts, by account. */
  readonly owned?: ReadonlyMap<string, Update['saved']>;
  readonly dropped: ReadonlyMap<UpdateField, readonly string[]>;
}

/** Destinations of the data by name. */
export type UpdateTargets = { readonly [field in UpdateField]?: { readonly cache: CachedStore; readonly kind: StoreKind } };

const isDeleted = (value: unknown): boolean => value === null || (isObject(value) && value['deleted'] === true);

/** A value as JSON; a string already is JSON, as the Java variant writes it. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const INVALID_UPDATE: Failure = { error: 'Invalid update.' };
const INVALID_INVALIDATION: Failure = { error: 'Invalid invalidation.' };

/** `{"requests":{"id":{…}},"imps":{…}}`. `{"deleted":true}` drops its id. */
export function readUpdate(body: unknown): Result<Update> {
  if (!isObject(body)) return INVALID_UPDATE;
  const update = inAnyCase(body, NAMES);
  const saved = new Map<UpdateField, ReadonlyMap<string, string>>();
  const dropped = new Map<UpdateField, readonly string[]>();
  for (const field of UPDATE_FIELDS) {
    const held = update[field];
    if (held === undefined || held === null) continue;
    if (!isObject(held)) return INVALID_UPDATE;
    const entries = Object.entries(held);
    saved.set(field, new Map(entries.filter(([, value]) => !isDeleted(value)).map(([id, value]) => [id, textOf(value)])));
    dropped.set(
      field,
      entries.filter(([, value]) => isDeleted(value)).map(([id]) => id),
    );
  }
  return { value: { saved, dropped } };
}

/** `{"requests":["id"],"imps":[…]}`. */
export function readInvalidation(body: unknown): Result<Update> {
  if (!isObject(body)) return INVALID_INVALIDATION;
  const invalidation = inAnyCase(body, NAMES);
  const dropped = new Map<UpdateField, readonly string[]>();
  for (const field of UPDATE_FIELDS) {
    const ids = invalidation[field];
    if (ids === undefined || ids === null) continue;
    if (!Array.isArray(ids) || !ids.every((id) => typeof id === 'string')) return INVALID_INVALIDATION;
    dropped.set(field, ids);
  }
  return { value: { saved: new Map(), dropped } };
}

/** Applies an update to the caches; other kinds are ignored. */
export function applyUpdate({ saved, owned = new Map(), dropped }: Update, targets: UpdateTargets): void {
  for (const field of UPDATE_FIELDS) {
    const target = targets[field];
    if (!target) continue;
    const documents = saved.get(field);
    const ids = dropped.get(field);
    if (documents && documents.size > 0) target.cache.save(target.kind, documents);
    for (const [account, ofAccount] of owned) {
      const own = ofAccount.get(field);
      if (own) target.cache.save(target.kind, own, account);
    }
    if (ids && ids.length > 0) target.cache.drop(target.kind, ids);
  }
}
