/** Result of a check of a creative. */

export type Mode = 'skip' | 'warn' | 'enforce';

/** A failed check. Enforced: the bid is rejected with `code` as its reason. */
export interface CreativeError {
  readonly message: string;
  readonly enforced: boolean;
  readonly code: number;
}
