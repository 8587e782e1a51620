import type { NativeAsset } from '#src/openrtb/native-request.ts';

/** Rules about native requests. */
export interface NativeDialect {
  /** The message for an imp without a native request. @param path of the native object */
  missing(path: string): string;
  /** The message for a malformed native request. */
  unreadable(path: string, error: string): string;
  /** A `contextsubtype` below 0 has a message of its own. */
  readonly namesNegativeSubtype: boolean;
  /** An event tracker may name no event. */
  readonly allowsAnyEvent: boolean;
  /** Whether an event may use this tracking method. */
  isMethod(method: number, event: number): boolean;
  /** All ids are regenerated if no asset has a positive one; else a missing one becomes `missingId(place)`. */
  readonly numbersAll: boolean;
  missingId(place: number): number;
  /** Validates an asset. @param path of the asset */
  asset(asset: NativeAsset, path: string): string | undefined;
}
