/**
 * Percent encoding: the only way in which text becomes part of an address, and its inverse. Text that is not well-formed Unicode (half a surrogate pair)
 * becomes U+FFFD, because `encodeURIComponent` throws for it.
 */

const percent = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/** Everything except `A-Z a-z 0-9 - _ . ~ ! ' ( ) *`, a blank as `%20`. */
export const encodeComponent = (text: string): string => encodeURIComponent(text.toWellFormed());

/** Everything except `A-Z a-z 0-9 - _ . ~`, a blank as `%20`. */
export const percentEncode = (text: string): string => encodeComponent(text).replace(/[!'()*]/g, percent);

/** The same for a query: a blank becomes `+`. */
export const queryEscape = (text: string): string => (/^[\w.~-]*$/.test(text) ? text : percentEncode(text).replaceAll('%20', '+'));

/** The text without its escapes; undefined: one of them is malformed. */
export function decodeComponent(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** A character that no address contains as it is. */
const FOREIGN = /[^\0-\x7f]/;
const ALL_FOREIGN = /[^\0-\x7f]+/g;

/** A complete address whose characters outside ASCII are encoded; its own escapes and separators are unchanged. */
export const encodeAddress = (address: string): string => (FOREIGN.test(address) ? address.replace(ALL_FOREIGN, encodeComponent) : address);
