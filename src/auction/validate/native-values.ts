/** What the checks of native requests share: the document they cite and its lists of values. */

export const NATIVE_SPEC = 'https://iabtechlab.com/wp-content/uploads/2016/07/OpenRTB-Native-Ads-Specification-Final-1.2.pdf';

/** Values from here on are an exchange's own. */
export const OWN_VALUES = 500;

/** One of the listed values 1 to `last`, or an exchange's own. */
export const isListed = (value: number, last: number): boolean => (value >= 1 && value <= last) || value >= OWN_VALUES;

/** The first text that `check` has for an item. */
export function firstFault<T>(items: readonly T[] | undefined, check: (item: T, i: number) => string | undefined): string | undefined {
  for (const [i, item] of items?.entries() ?? []) {
    const fault = check(item, i);
    if (fault) return fault;
  }
  return undefined;
}
