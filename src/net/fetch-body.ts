/** One limited GET for background loading: limits on time, size and redirects. */
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Agent, type Dispatcher, getGlobalDispatcher, interceptors, request } from 'undici';
import type { HostConfig } from '#src/config/schema.ts';
import { withoutMark } from '#src/lang/byte-order-mark.ts';
import { createConnector } from './connector.ts';

export interface FetchLimits {
  readonly timeoutMs: number;
  /** Of the decoded body. */
  readonly maxBytes: number;
}

export interface FetchedBody {
  readonly status: number;
  /** A header by its name in lower case; several of one name are joined by commas. */
  header(name: string): string | undefined;
  readonly text: string;
}

/** @throws Error named `TimeoutError` on timeout, any other if there was no usable response */
export type FetchBody = (url: string, limits: FetchLimits) => Promise<FetchedBody>;

/** As many as browsers follow. */
const REDIRECTS = { maxRedirections: 20, throwOnMaxRedirect: true };

const HEADERS = { accept: 'application/json', 'accept-encoding': 'gzip, br', 'user-agent': 'auctor' };

const DECODERS = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** For addresses in the host's settings. */
export const fetchBody: FetchBody = (url, limits) => fetchFrom(getGlobalDispatcher(), url, limits);

/** For addresses that requests and accounts name: neither the address nor a redirect may lead to one that is not public. */
export function publicFetch(client: HostConfig['http_client']): { readonly fetchBody: FetchBody; close(): Promise<void> } {
  if (client.allow_private_addresses) return { fetchBody, close: async () => {} };
  const agent = new Agent({ connect: createConnector(client, false, true) });
  return { fetchBody: (url, limits) => fetchFrom(agent, url, limits), close: () => agent.destroy() };
}

async function fetchFrom(agent: Dispatcher, url: string, { timeoutMs, maxBytes }: FetchLimits): Promise<FetchedBody> {
  const { statusCode, headers, body } = await request(url, {
    dispatcher: agent.compose(interceptors.redirect(REDIRECTS)),
    headers: HEADERS,
    signal: AbortSignal.timeout(timeoutMs),
  });
  const header = (name: string): string | undefined => joined(headers[name]);
  const decoder = DECODERS.get(header('content-encoding')?.toLowerCase() ?? '')?.();
  const text = (source: AsyncIterable<Buffer>): Promise<string> => readBody(source, maxBytes);
  return { status: statusCode, header, text: await (decoder ? pipeline(body, decoder, text) : pipeline(body, text)) };
}

const joined = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value.join(', ') : value);

async function readBody(source: AsyncIterable<Buffer>, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new Error(`the response is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return withoutMark(Buffer.concat(chunks).toString('utf8'));
}
