/** Copies of shared objects with fields removed or replaced. */
import { isObject } from '#src/json/merge.ts';
import type { Banner, BidRequest, DeepReadonly, Publisher } from '#src/openrtb/ortb.ts';
import type { SharedRequest } from '../bidder.ts';

/** A copy without the fields; the same value if it has none of them, or is no object after all (an `ext` of a caller). */
export function without<O extends object, K extends keyof O>(object: O, ...keys: readonly K[]): Omit<O, K> & { [key in K]?: undefined };
export function without<O extends object, K extends keyof O>(
  object: O | undefined,
  ...keys: readonly K[]
): (Omit<O, K> & { [key in K]?: undefined }) | undefined;
export function without(object: object | undefined, ...keys: readonly string[]): object | undefined {
  if (!isObject(object) || !keys.some((key) => key in object)) return object;
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}

/** The object without fields that are absent, `null`, `''`, 0, false or an empty list. */
export function filled<O extends object>(object: O): Partial<O> {
  const isFilled = (value: unknown): boolean => Boolean(value) && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(object).filter(([, value]) => isFilled(value))) as Partial<O>;
}

/** The site or app with this publisher id; creates the publisher if absent; an empty id keeps the old one. */
export const withPublisher = <I extends { readonly publisher?: DeepReadonly<Publisher> | undefined }>(
  inventory: I | undefined,
  id: string | undefined,
): I | undefined => inventory && { ...inventory, publisher: { ...inventory.publisher, ...(id && { id }) } };

type Site = NonNullable<SharedRequest['site']>;
type App = NonNullable<SharedRequest['app']>;

/** New values for fields that site and app share. */
type InventoryChange = (inventory: Site | App) => Pick<Patch<BidRequest['site'] & object>, 'id' | 'name' | 'domain' | 'publisher' | 'ext'>;

/** A patch of the request that changes its site and its app: `inventoryPatch(request, () => ({ publisher: { id } }))`. */
export const inventoryPatch = ({ site, app }: SharedRequest, change: InventoryChange): Patch<BidRequest> => ({
  ...(site && { site: { ...site, ...change(site) } }),
  ...(app && { app: { ...app, ...change(app) } }),
});

/** A patch of the request that changes its site, or without one its app. */
export const siteOrAppPatch = ({ site, app }: SharedRequest, change: InventoryChange): Patch<BidRequest> => {
  if (site) return { site: { ...site, ...change(site) } };
  return app ? { app: { ...app, ...change(app) } } : {};
};

/** The banner with the size of its first format: if it has neither w nor h, if one of them is missing or 0, or always. */
export function withFirstSize(
  banner: DeepReadonly<Banner> | undefined,
  when: 'unsized' | 'incomplete' | 'always' = 'unsized',
): DeepReadonly<Banner> | undefined {
  const [first] = banner?.format ?? [];
  if (!banner || !first) return banner;
  const { w, h } = banner;
  const isWanted = when === 'always' || (when === 'incomplete' ? !w || !h : w === undefined && h === undefined);
  return isWanted ? { ...banner, w: first.w ?? 0, h: first.h ?? 0 } : banner;
}

/** Fields to replace; `undefined` removes one. */
export type Patch<O> = Partial<DeepReadonly<O>>;
