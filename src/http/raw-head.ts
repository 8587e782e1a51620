/** The head of a plain HTTP/1.1 request, read from the bytes of a connection. Everything unusual is left to Node's parser. */
import { isPlain } from './incoming.ts';

export interface RawHead {
  readonly method: string;
  readonly url: string;
  /** '': none. */
  readonly origin: string;
  /** Of the body, as announced; 0 without `content-length`. */
  readonly bodyBytes: number;
  /** Of the head, with the empty line at its end. */
  readonly headBytes: number;
}

const END = Buffer.from('\r\n\r\n');
const REQUEST_LINE = /^(GET|POST) (\/[!-~]*) HTTP\/1\.1\r\n/;
/** All lines after it: a name as RFC 9110 has it, a value without control characters. */
const HEADERS = /^(?:[\w!#$%&'*+\-.^`|~]+:[\t\x20-\x7e\x80-\xff]*\r\n)+$/;
/** Headers that change what a request is, with the line's end before them. */
const RELEVANT = /\n(content-length|connection|expect|host|origin|proxy-connection|te|trailer|transfer-encoding|upgrade):([^\r]*)\r/gi;
/** A value in which only blanks and tabs are trimmed. */
const ASCII = /^[\t\x20-\x7e]*$/;
const LENGTH = /^\d{1,9}$/;

interface Fields {
  hosts: number;
  origin: string | undefined;
  bodyBytes: number | undefined;
}

/** Notes one header; returns whether the request is still a plain one. */
function note(fields: Fields, name: string, value: string): boolean {
  switch (name) {
    case 'host':
      return ++fields.hosts === 1;
    case 'origin':
      if (fields.origin !== undefined || !isPlain(value)) return false;
      fields.origin = value;
      return true;
    case 'content-length':
      if (fields.bodyBytes !== undefined || !LENGTH.test(value)) return false;
      fields.bodyBytes = Number(value);
      return true;
    case 'connection':
      return value.toLowerCase() === 'keep-alive';
    default:
      return false;
  }
}

/**
 * The head at the start of some bytes.
 * @param maxBytes longer heads are not read
 * @returns undefined: it is incomplete, or not a plain one of HTTP/1.1 whose connection stays open (RFC 9112)
 */
export function readRawHead(bytes: Buffer, maxBytes: number): RawHead | undefined {
  const end = bytes.indexOf(END);
  if (end < 0 || end + END.length > maxBytes) return undefined;
  const text = bytes.toString('latin1', 0, end + 2);
  const line = REQUEST_LINE.exec(text);
  if (!line) return undefined;
  const [{ length }, method = '', url = ''] = line;
  if (!HEADERS.test(text.slice(length))) return undefined;
  const fields: Fields = { hosts: 0, origin: undefined, bodyBytes: undefined };
  RELEVANT.lastIndex = length - 1;
  for (let found = RELEVANT.exec(text); found; found = RELEVANT.exec(text)) {
    const [, name = '', value = ''] = found;
    if (!ASCII.test(value) || !note(fields, name.toLowerCase(), value.trim())) return undefined;
  }
  if (fields.hosts === 0) return undefined;
  return { method, url, origin: fields.origin ?? '', bodyBytes: fields.bodyBytes ?? 0, headBytes: end + END.length };
}
