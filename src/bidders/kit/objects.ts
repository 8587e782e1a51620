/** Copies of shared objects with something left out or replaced. */
import type { DeepReadonly, Publisher } from '#src/wire/ortb.ts';

/** The object without some members; the very object where it has none of them. */
export function without<O extends object, K extends keyof O>(object: O, ...keys: readonly K[]): Omit<O, K> & { [key in K]?: undefined };
export function without<O extends object, K extends keyof O>(
  object: O | undefined,
  ...keys: readonly K[]
): (Omit<O, K> & { [key in K]?: undefined }) | undefined;
export function without(object: object | undefined, ...keys: readonly string[]): object | undefined {
  if (!object || !keys.some((key) => key in object)) return object;
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}

/** The object without members that are absent, `null`, `''`, 0, false or an empty list. */
export function filled<O extends object>(object: O): Partial<O> {
  const isFilled = (value: unknown): boolean => Boolean(value) && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(object).filter(([, value]) => isFilled(value))) as Partial<O>;
}

/** The site or app under this publisher id, which is created where there is none; an empty id leaves the old one. */
export const withPublisher = <I extends { readonly publisher?: DeepReadonly<Publisher> | undefined }>(
  inventory: I | undefined,
  id: string | undefined,
): I | undefined => inventory && { ...inventory, publisher: { ...inventory.publisher, ...(id && { id }) } };
