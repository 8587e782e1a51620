/** The head of an HTTP/1.1 response: status, headers, and what they say about the body (RFC 9112). */
import { HEADER_NAME, INVALID_HEADER_VALUE } from './characters.ts';
import { protocolError } from './errors.ts';
import { CLOSE } from './request-head.ts';

/** How the end of a body is known. */
export type Framing =
  | { readonly kind: 'none' }
  | { readonly kind: 'length'; readonly bytes: number }
  | { readonly kind: 'chunked' }
  | { readonly kind: 'close' };

export interface ResponseHead {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Record<string, string[]>;
  readonly framing: Framing;
  /** Whether the connection can be used again. */
  readonly isPersistent: boolean;
  /** How long the server says that it leaves the connection open; undefined: it does not say. */
  readonly idleSeconds: number | undefined;
}

const PROTOCOL = 'HTTP/1.';
const STATUS_LINE = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: [\t\x20-\x7e\x80-\xff]*)?$/;
const LENGTH = /^\d{1,15}$/;
const LAST_CHUNKED = /(?:^|,)[\t ]*chunked$/i;
const PERSISTENT = /(?:^|,)[\t ]*keep-alive[\t ]*(?:,|$)/i;
const IDLE_SECONDS = /timeout=(\d+)/;

/**
 * @param text all lines of the head, without the empty line at its end
 * @throws Error if it is not a valid head, or does not say clearly where the body ends
 */
export function parseHead(text: string): ResponseHead {
  requireHttp(text);
  const endOfFirst = text.indexOf('\r\n');
  const [, minor, code] = STATUS_LINE.exec(endOfFirst < 0 ? text : text.slice(0, endOfFirst)) ?? [];
  if (code === undefined) throw protocolError('Invalid response status');
  const headers = endOfFirst < 0 ? {} : parseHeaders(text, endOfFirst + 2);
  const status = Number(code);
  const framing = framingOf(status, headers);
  return { status, headers, framing, isPersistent: isPersistent(minor, framing, headers), idleSeconds: idleSeconds(headers) };
}

/** @param start of a head, however short. @throws Error if it begins another protocol */
export function requireHttp(start: string): void {
  if (!PROTOCOL.startsWith(start.slice(0, PROTOCOL.length))) throw protocolError(`Expected ${PROTOCOL}`);
}

type Headers = Readonly<Record<string, readonly string[]>>;

function isPersistent(minor: string | undefined, framing: Framing, headers: Headers): boolean {
  const connection = headers['connection']?.join(',');
  if (framing.kind === 'close' || (framing.kind === 'none' && announcesBody(headers))) return false;
  if (connection === undefined) return minor === '1';
  return !CLOSE.test(connection) && (minor === '1' || PERSISTENT.test(connection));
}

/** A server that announces a body where none is allowed may send it too. */
const announcesBody = (headers: Headers): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']?.[0] ?? 0) > 0;

function idleSeconds(headers: Headers): number | undefined {
  const [, seconds] = IDLE_SECONDS.exec(headers['keep-alive']?.[0] ?? '') ?? [];
  return seconds === undefined ? undefined : Number(seconds);
}

/**
 * Values by name in lower case, in order.
 * @param start position of the first line in `text`
 * @throws Error for an invalid name or value, and for folded lines
 */
export function parseHeaders(text: string, start: number): Record<string, string[]> {
  const headers: Record<string, string[]> = {};
  for (let at = start; at < text.length; ) {
    let end = text.indexOf('\r\n', at);
    if (end < 0) end = text.length;
    const colon = text.indexOf(':', at);
    const name = colon < 0 || colon > end ? '' : text.slice(at, colon);
    if (!HEADER_NAME.test(name)) throw protocolError('Invalid header token');
    const value = trimmed(text, colon + 1, end);
    if (INVALID_HEADER_VALUE.test(value)) throw protocolError('Invalid header value char');
    add(headers, name.toLowerCase(), value);
    at = end + 2;
  }
  return headers;
}

function add(headers: Record<string, string[]>, name: string, value: string): void {
  const known = headers[name];
  if (known === undefined) headers[name] = [value];
  else if (Object.hasOwn(headers, name)) known.push(value);
  else if (name !== '__proto__') headers[name] = [value];
}

const isBlank = (code: number): boolean => code === 0x20 || code === 0x09;

/** Without blanks and tabs at both ends. */
function trimmed(text: string, from: number, to: number): string {
  let [start, end] = [from, to];
  while (start < end && isBlank(text.charCodeAt(start))) start++;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

function framingOf(status: number, headers: Headers): Framing {
  const lengths = headers['content-length'];
  const codings = headers['transfer-encoding'];
  if (lengths && lengths.length > 1) throw protocolError('Content-Length already present');
  if (lengths && !LENGTH.test(lengths[0] ?? '')) throw protocolError('Invalid character in Content-Length');
  if (lengths && codings) throw protocolError("Content-Length can't be present with Transfer-Encoding");
  if (status < 200 || status === 204 || status === 304) return { kind: 'none' };
  if (lengths) return { kind: 'length', bytes: Number(lengths[0]) };
  if (codings && LAST_CHUNKED.test(codings.join(','))) return { kind: 'chunked' };
  return { kind: 'close' };
}
