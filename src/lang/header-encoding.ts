/** Text in HTTP headers: Node reads and writes each byte as one character (Latin-1), while browsers, apps and servers mean UTF-8. */
import { isUtf8 } from 'node:buffer';

const FOREIGN = /[^\0-\x7f]/;
const NO_BYTE = /[^\0-\xff]/;

/** The text of a received header; unchanged if its bytes are not UTF-8. */
export function decodeHeader(value: string): string {
  if (!FOREIGN.test(value) || NO_BYTE.test(value)) return value;
  const bytes = Buffer.from(value, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : value;
}

/** A text as the bytes of a header to send, one character each. */
export const encodeHeader = (text: string): string => (FOREIGN.test(text) ? Buffer.from(text, 'utf8').toString('latin1') : text);
