/** Converts Fastify's request for the auction, and checks of raw requests. */
import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Incoming } from '#src/auction/auction.ts';
import { decodeHeader } from '#src/lang/header-encoding.ts';

const NONE = Buffer.alloc(0);

/** The first value of each header and query parameter; header names in lower case. */
export function toIncoming(request: FastifyRequest): Incoming {
  const url = request.raw.url ?? '/';
  const separator = url.indexOf('?');
  return {
    method: request.method,
    path: separator < 0 ? url : url.slice(0, separator),
    query: separator < 0 ? {} : queryOf(request),
    headers: headersOf(request),
    remoteAddress: request.raw.socket.remoteAddress ?? '',
    body: Buffer.isBuffer(request.body) ? request.body : NONE,
  };
}

/** The first value of each query parameter. */
export const queryOf = (request: FastifyRequest): Incoming['query'] => firstValues(request.query as Record<string, string | string[]>);

/** Headers that become texts of the auction: users' browsers and apps name themselves and their pages in UTF-8. */
const IN_UTF8 = ['user-agent', 'referer'] as const;

/** The first value of each header, names in lower case. */
export function headersOf({ raw, headers }: FastifyRequest): Incoming['headers'] {
  let values = firstValues(raw.httpVersionMajor === 2 ? fieldsOf(headers) : headers);
  for (const name of IN_UTF8) {
    const value = values[name];
    const text = value === undefined ? undefined : decodeHeader(value);
    if (text !== value) values = { ...values, [name]: text };
  }
  return values;
}

/** HTTP/2 headers without the request line's fields (`:path`). */
const fieldsOf = (headers: FastifyRequest['headers']): FastifyRequest['headers'] =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':')));

/** What ends when the client disconnects: its connection, or its stream on a shared one (HTTP/2). */
export const clientOf = ({ raw }: FastifyRequest): Pick<Socket, 'once' | 'removeListener' | 'setMaxListeners' | 'destroyed'> =>
  (raw as { readonly stream?: Socket }).stream ?? raw.socket;

function firstValues(values: Readonly<Record<string, string | string[] | undefined>>): Record<string, string | undefined> {
  for (const name in values)
    if (Array.isArray(values[name])) return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, first(value)]));
  return values as Record<string, string | undefined>;
}

/** Programs in front of this host could read the other one (RFC 9112, 3.2). @param headers names and values in turn */
export function hasTwoHosts(headers: readonly string[]): boolean {
  let hosts = 0;
  for (let i = 0; i < headers.length; i += 2) if (headers[i]?.length === 4 && headers[i]?.toLowerCase() === 'host') hosts++;
  return hosts > 1;
}

/** Whether a text of the request is safe in a header of the response. */
export const isPlain = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

const first = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value);
