/** The `uids` cookie as the auction reads it. */

export interface Uids {
  /** The user's id under a sync key; undefined when there is none (an expired one still counts: it is an empty text). */
  get(key: string): string | undefined;
  has(key: string): boolean;
  readonly optedOut: boolean;
}

export const noUids: Uids = { get: () => undefined, has: () => false, optedOut: false };
