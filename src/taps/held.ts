/** What queues hold: reference-counted objects with a size, among them the encoded lines of events. */
export interface Held {
  readonly size: number;
  refCount: number;
  /** For an event's line: its rendering and its event. */
  readonly rendering?: string;
  readonly entry?: WithLines | undefined;
}

/** One message of an event; `size` is its length in bytes. */
export interface Line extends Held {
  readonly seq: number;
  /** The level of detail; lines of one rendering are shared by all clients that request it. */
  readonly rendering: string;
  /** Small lines: one character per byte. */
  readonly text: string;
  /** Larger ones, ready to be sent. */
  readonly bytes: Buffer | undefined;
}

/** An event's encoded lines. */
export interface Encoded {
  readonly rendering: string;
  readonly lines: readonly Line[];
  /** Those of further renderings. */
  others: Map<string, readonly Line[]> | undefined;
}

/** An event with the lines that clients hold. */
export interface WithLines {
  encoded?: Encoded | undefined;
}
