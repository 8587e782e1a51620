/** Trimming of given characters. An expression for it (`/x+$/`) takes quadratic time: it starts again at every character of a long run. */

/** The text without leading and trailing `characters`. */
export function trimCharacters(text: string, characters: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && characters.includes(text.charAt(start))) start++;
  while (end > start && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

/** The text without trailing `characters`. */
export function trimEndCharacters(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
