/**
 * Texts in one piece. The engine keeps `a + b` and `text.slice()` as references to their parts, and an object that holds one
 * such text is serialised at half the speed: texts that go into requests and answers are made flat.
 */

/** Shorter texts are always whole. */
const SHORTEST_IN_PIECES = 13;

/** The same text in one piece of memory of its own. */
export const flat = (text: string): string => (text.length < SHORTEST_IN_PIECES ? text : [text.slice(0, 1), text.slice(1)].join(''));

/** The pieces as one flat text. */
export const joined = (...pieces: readonly string[]): string => pieces.join('');
