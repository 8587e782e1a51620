/** How deep a JSON text is nested: what is too deep breaks recursive walkers and `JSON.stringify` alike. */

/** Deeper than anything the trade sends. */
export const MAX_NESTING = 200;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Whether objects and lists of the text lie more than `limit` deep, found without parsing it. */
export function nestsDeeper(text: string, limit = MAX_NESTING): boolean {
  return opensMore(text, limit) && nests(text, limit);
}

/** Whether brackets enough for that depth open at all: found by the engine's own search, which most texts need no more than. */
function opensMore(text: string, limit: number): boolean {
  let left = limit;
  for (const bracket of ['{', '[']) {
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) if (--left < 0) return true;
  }
  return false;
}

function nests(text: string, limit: number): boolean {
  let depth = 0;
  let inText = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (inText) {
      if (code === BACKSLASH) i++;
      else if (code === QUOTE) inText = false;
    } else if (code === QUOTE) inText = true;
    else if (code === 0x7b || code === 0x5b) {
      if (++depth > limit) return true;
    } else if (code === 0x7d || code === 0x5d) depth--;
  }
  return false;
}
