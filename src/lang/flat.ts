/**
 * Flat strings. The engine stores `a + b` and `text.slice()` as references to their parts, and an object with one such string serializes at
 * half the speed: strings for requests and responses are flattened.
 */

/** Shorter strings are always flat. */
const SHORTEST_IN_PIECES = 13;

/** The same string in contiguous memory. */
export const flat = (text: string): string => (text.length < SHORTEST_IN_PIECES ? text : [text.slice(0, 1), text.slice(1)].join(''));

/** The pieces as one flat string. */
export const joined = (...pieces: readonly string[]): string => pieces.join('');
