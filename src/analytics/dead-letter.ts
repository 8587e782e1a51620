/** An event that no sink accepted, and what stores it. */

/** An event that was given up. */
export interface DeadLetter {
  readonly id: string;
  /** Epoch ms. */
  readonly at: number;
  /** The sink's error. */
  readonly cause: string;
  /** The event as it was sent. */
  readonly event: string;
}

/** `full`: there is no room for further ones. */
export type DeadLetterResult = 'kept' | 'full';

/** Stores dead letters of one module, one call after the other. */
export type DeadLetterSink = (letters: readonly DeadLetter[]) => Promise<DeadLetterResult>;
