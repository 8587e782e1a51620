/** Changes of stored data, pushed or polled: texts to keep and ids to forget (events-cache-stored.md section 13). */
import { isObject } from '#src/wire/merge.ts';
import type { CachedStore } from './cached.ts';
import type { StoreKind } from './store.ts';

/** Name of a kind of data in the body of an update. */
export const UPDATE_MEMBERS = ['requests', 'imps', 'responses', 'accounts'] as const;
export type UpdateMember = (typeof UPDATE_MEMBERS)[number];

export interface Update {
  readonly saved: ReadonlyMap<UpdateMember, ReadonlyMap<string, string>>;
  readonly dropped: ReadonlyMap<UpdateMember, readonly string[]>;
}

/** Where the data of each name goes. */
export type UpdateTargets = { readonly [member in UpdateMember]?: { readonly cache: CachedStore; readonly kind: StoreKind } };

const isDeleted = (value: unknown): boolean => value === null || (isObject(value) && value['deleted'] === true);

/** The text of a value; one that is a text already is JSON in a string, as the Java variant writes it. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** `{"requests":{"id":{…}},"imps":{…}}`; undefined: not of this form. `{"deleted":true}` drops its id. */
export function readUpdate(body: unknown): Update | undefined {
  if (!isObject(body)) return undefined;
  const saved = new Map<UpdateMember, ReadonlyMap<string, string>>();
  const dropped = new Map<UpdateMember, readonly string[]>();
  for (const member of UPDATE_MEMBERS) {
    const held = body[member];
    if (held === undefined || held === null) continue;
    if (!isObject(held)) return undefined;
    const entries = Object.entries(held);
    saved.set(member, new Map(entries.filter(([, value]) => !isDeleted(value)).map(([id, value]) => [id, textOf(value)])));
    dropped.set(
      member,
      entries.filter(([, value]) => isDeleted(value)).map(([id]) => id),
    );
  }
  return { saved, dropped };
}

/** `{"requests":["id"],"imps":[…]}`; undefined: not of this form. */
export function readInvalidation(body: unknown): Update | undefined {
  if (!isObject(body)) return undefined;
  const dropped = new Map<UpdateMember, readonly string[]>();
  for (const member of UPDATE_MEMBERS) {
    const ids = body[member];
    if (ids === undefined || ids === null) continue;
    if (!Array.isArray(ids) || !ids.every((id) => typeof id === 'string')) return undefined;
    dropped.set(member, ids);
  }
  return { saved: new Map(), dropped };
}

/** Brings the caches in line; what nobody keeps is passed over. */
export function applyUpdate({ saved, dropped }: Update, targets: UpdateTargets): void {
  for (const member of UPDATE_MEMBERS) {
    const target = targets[member];
    if (!target) continue;
    const texts = saved.get(member);
    const ids = dropped.get(member);
    if (texts && texts.size > 0) target.cache.save(target.kind, texts);
    if (ids && ids.length > 0) target.cache.drop(target.kind, ids);
  }
}
