/**
 * An event's encoded lines by rendering (most events have one), while clients hold them. They are fields of the event, not values of a map by
 * number: old tables of a map that always changes retain young objects until a complete collection.
 */
import type { Line, WithLines } from './held.ts';

/** The lines of a rendering, if they are encoded. */
export function encodedLines({ encoded }: WithLines, rendering: string): readonly Line[] | undefined {
  return encoded?.rendering === rendering ? encoded.lines : encoded?.others?.get(rendering);
}

/** Stores the lines of a rendering. */
export function addEncoded(entry: WithLines, rendering: string, lines: readonly Line[]): void {
  if (!entry.encoded) entry.encoded = { rendering, lines, others: undefined };
  else {
    entry.encoded.others ??= new Map();
    entry.encoded.others.set(rendering, lines);
  }
}

/** Removes the lines of a rendering, which no client holds any more. */
export function forgetEncoded(entry: WithLines, rendering: string): void {
  const { encoded } = entry;
  if (encoded?.rendering !== rendering) encoded?.others?.delete(rendering);
  else if (encoded.others) entry.encoded = { rendering: '', lines: [], others: encoded.others };
  else entry.encoded = undefined;
}
