/** A reference-counted object with a size. */
export interface Held {
  readonly size: number;
  refCount: number;
  /** For an event's line: its key. */
  readonly rendering?: string;
  readonly seq?: number;
}
