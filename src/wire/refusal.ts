/** How a request is turned away. One refusal ends the auction in `rejected` and becomes the reply in one place (`src/auction/reject.ts`). */

export type RefusalKind =
  | 'invalid' // 400, one line a message
  | 'tooLarge'
  | 'blockedApp' // 503
  | 'accountDisabled' // 503
  | 'accountRequired' // 400 (java: 401)
  | 'accountMalformed' // 500
  | 'module' // 200 with nbr
  | 'failed' // 500
  | 'clientGone';

export interface Refusal {
  readonly kind: RefusalKind;
  /** Texts in order, our word (`srv`) inside, without the `Invalid request: ` in front. */
  readonly messages: readonly string[];
  /** The Java variant tells it without anything in front. */
  readonly isBare?: boolean | undefined;
  /** No-bid reason of a module's rejection. */
  readonly nbr?: number | undefined;
}

export const invalid = (...messages: string[]): Refusal => ({ kind: 'invalid', messages });
