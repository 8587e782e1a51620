/** Shared by the checks of native requests: the cited document and its lists of values. */

export const NATIVE_SPEC = 'https://iabtechlab.com/wp-content/uploads/2016/07/OpenRTB-Native-Ads-Specification-Final-1.2.pdf';

/** Values from here on are exchange-specific. */
export const OWN_VALUES = 500;

/** One of the listed values 1 to `last`, or an exchange-specific one. */
export const isListed = (value: number, last: number): boolean => (value >= 1 && value <= last) || value >= OWN_VALUES;

/** The first error message of `check` for an item. */
export function firstError<T>(items: readonly T[] | undefined, check: (item: T, i: number) => string | undefined): string | undefined {
  for (const [i, item] of items?.entries() ?? []) {
    const error = check(item, i);
    if (error) return error;
  }
  return undefined;
}
