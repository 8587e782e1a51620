/** One limited GET for background loading: limits on time, size and redirects. */
import { Agent, fetch } from 'undici';
import type { HostConfig } from '#src/config/schema.ts';
import { createConnector } from './connector.ts';

export interface FetchLimits {
  readonly timeoutMs: number;
  /** Of the decoded body. */
  readonly maxBytes: number;
}

export interface FetchedBody {
  readonly status: number;
  /** A header by its name in lower case. */
  header(name: string): string | undefined;
  readonly text: string;
}

/** @throws Error named `TimeoutError` on timeout, any other if there was no usable response */
export type FetchBody = (url: string, limits: FetchLimits) => Promise<FetchedBody>;

/** For addresses in the host's settings. */
export const fetchBody: FetchBody = async (url, limits) => readBody(await fetch(url, optionsOf(limits)), limits);

/** For addresses that requests and accounts name: neither the address nor a redirect may lead to one that is not public. */
export function publicFetch(client: HostConfig['http_client']): { readonly fetchBody: FetchBody; close(): Promise<void> } {
  if (client.allow_private_addresses) return { fetchBody, close: async () => {} };
  const dispatcher = new Agent({ connect: createConnector(client, false, true) });
  return {
    fetchBody: async (url, limits) => readBody(await fetch(url, { ...optionsOf(limits), dispatcher }), limits),
    close: () => dispatcher.destroy(),
  };
}

const optionsOf = ({ timeoutMs }: FetchLimits): { signal: AbortSignal; headers: Record<string, string> } => ({
  signal: AbortSignal.timeout(timeoutMs),
  headers: { accept: 'application/json' },
});

type Response = Pick<globalThis.Response, 'status'> & {
  readonly headers: Pick<Headers, 'get'>;
  readonly body: AsyncIterable<Uint8Array> | null;
};

async function readBody(response: Response, { maxBytes }: FetchLimits): Promise<FetchedBody> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) {
      throw new Error(`the response is larger than ${maxBytes} bytes`);
    }
    chunks.push(chunk);
  }
  return {
    status: response.status,
    header: (name) => response.headers.get(name) ?? undefined,
    text: Buffer.concat(chunks).toString('utf8'),
  };
}
