/** Nesting depth of JSON text: excessive nesting breaks recursive functions and `JSON.stringify` alike. */

/** Deeper than any real message. */
export const MAX_NESTING = 200;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Whether objects and lists in the text are nested deeper than `limit`, determined without parsing. */
export function nestsDeeper(text: string, limit = MAX_NESTING): boolean {
  return opensMore(text, limit) && nests(text, limit);
}

/** Whether there are enough opening brackets at all: a native search, sufficient for most texts. */
function opensMore(text: string, limit: number): boolean {
  let left = limit;
  for (const bracket of ['{', '[']) {
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) if (--left < 0) return true;
  }
  return false;
}

function nests(text: string, limit: number): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (inString) {
      if (code === BACKSLASH) i++;
      else if (code === QUOTE) inString = false;
    } else if (code === QUOTE) inString = true;
    else if (code === 0x7b || code === 0x5b) {
      if (++depth > limit) return true;
    } else if (code === 0x7d || code === 0x5d) depth--;
  }
  return false;
}
