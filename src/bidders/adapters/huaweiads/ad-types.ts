/** Kinds of ads by their numbers. */
export const BANNER = 8;
export const NATIVE = 3;
export const REWARDED = 7;
export const INTERSTITIAL = 12;
export const ROLL = 60;

const NUMBERS: ReadonlyMap<string, number> = new Map([
  ['banner', BANNER],
  ['native', NATIVE],
  ['rewarded', REWARDED],
  ['interstitial', INTERSTITIAL],
  ['roll', ROLL],
  ['splash', 1],
  ['magazinelock', 2],
  ['audio', 17],
]);

/** The number of a type as publishers write it; others are banners. */
export const adTypeOf = (name: string): number => NUMBERS.get(name.toLowerCase()) ?? BANNER;
