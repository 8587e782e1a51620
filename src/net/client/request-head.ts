/** Writes the head of a request (RFC 9112, section 3). */
import { encodeHeader } from '#src/lang/header-encoding.ts';
import { HEADER_NAME, INVALID_HEADER_VALUE } from './characters.ts';
import type { ClientRequest } from './contract.ts';

const INVALID_PATH = /[^\x21-\xff]/;
const FOREIGN = /[^\0-\x7f]/;
/** A character that most values do not have: it is invalid, or written as several bytes. */
const UNUSUAL = /[^\t\x20-\x7e]/;
/** Headers about the connection and the length of the body. */
const SPECIAL = /^(?:host|connection|content-length|transfer-encoding|keep-alive|upgrade|expect)$/i;
/** The header `connection` that closes a connection. */
export const CLOSE = /(?:^|,)[\t ]*close[\t ]*(?:,|$)/i;

/** The first bytes of a request. */
export interface RequestHead {
  /** Every line, and the empty one; a character is a byte. */
  readonly text: string;
  /** In which head and body can be written as one text; undefined: only as bytes. */
  readonly encoding: 'latin1' | 'utf8' | undefined;
  /** Whether the connection may be used again. */
  readonly isPersistent: boolean;
}

/**
 * The body's length is set here, and so is everything else about the connection.
 * @param host of the `host` header, unless the request has one
 * @throws Error for headers that a caller may not set, and for characters that could end a line
 */
export function requestHead({ method, path, headers, body }: ClientRequest, host: string): RequestHead {
  if (INVALID_PATH.test(path)) throw new Error('invalid request path');
  let [target, lines, isPersistent] = [host, '', true];
  for (const name in headers) {
    const value = headers[name] ?? '';
    if (!SPECIAL.test(name)) lines += linesOf(name, value);
    else if (/^host$/i.test(name)) target = singleValue(name, value);
    else if (/^connection$/i.test(name)) isPersistent &&= !CLOSE.test(singleValue(name, value));
    else if (!/^content-length$/i.test(name)) throw new Error(`invalid ${name.toLowerCase()} header`);
  }
  const start = `${method} ${path} HTTP/1.1\r\nhost: ${target}\r\nconnection: ${isPersistent ? 'keep-alive' : 'close'}\r\n`;
  const bytes = body === null ? 0 : Buffer.byteLength(body);
  const length = bytes > 0 || method === 'POST' ? `content-length: ${bytes}\r\n` : '';
  const text = `${start}${lines}${length}\r\n`;
  return { text, encoding: encodingOf(text, body, bytes), isPersistent };
}

/** Latin-1 costs least: Node sends up to 16 KB of it at once, but only a third of that in UTF-8. @param bytes of the body */
function encodingOf(text: string, body: ClientRequest['body'], bytes: number): RequestHead['encoding'] {
  if (body === null) return 'latin1';
  if (typeof body !== 'string') return undefined;
  if (bytes === body.length) return 'latin1';
  return FOREIGN.test(text) ? undefined : 'utf8';
}

function linesOf(name: string, value: string | readonly string[]): string {
  if (!HEADER_NAME.test(name)) throw new Error('invalid header key');
  if (typeof value === 'string') return `${name}: ${valid(name, value)}\r\n`;
  let lines = '';
  for (const each of value) lines += `${name}: ${valid(name, each)}\r\n`;
  return lines;
}

function singleValue(name: string, value: string | readonly string[]): string {
  if (typeof value !== 'string') throw new Error(`invalid ${name.toLowerCase()} header`);
  return valid(name, value);
}

/** The value in UTF-8, a character for each byte. */
function valid(name: string, value: string): string {
  if (!UNUSUAL.test(value)) return value;
  const bytes = encodeHeader(value);
  if (INVALID_HEADER_VALUE.test(bytes)) throw new Error(`invalid ${name} header`);
  return bytes;
}
