/** Background POSTs: bytes out, a status back. Compression runs off the event loop. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Agent, request } from 'undici';

/** A retry would be useless. */
export class Undeliverable extends Error {
  /** A part of the content may be acceptable. */
  readonly isDivisible: boolean;

  constructor(message: string, { isDivisible = false, ...options }: ErrorOptions & { readonly isDivisible?: boolean } = {}) {
    super(message, options);
    this.isDivisible = isDivisible;
  }
}

export interface PostOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly gzip: boolean;
  readonly signal: AbortSignal;
}

/** The status of the response, whose body is ignored. Rejects without a response, or if `signal` aborts. */
export type Post = (url: string, body: string, options: PostOptions) => Promise<number>;

export interface Poster {
  readonly post: Post;
  /** Closes all connections. */
  close(): Promise<void>;
}

const compress = promisify(gzip);

/** Max bytes of a response read to reuse its connection. */
const MAX_RESPONSE = 64 * 1024;

/** The caller's signal is the only timeout: undici's own are too coarse. */
export function createPoster(): Poster {
  const agent = new Agent({ connections: 8, headersTimeout: 0, bodyTimeout: 0, keepAliveTimeout: 30_000 });
  return {
    async post(url, body, { headers, gzip: compressed, signal }) {
      const bytes = compressed ? await compress(body, { level: 6 }) : body;
      const encoding = compressed ? { 'content-encoding': 'gzip' } : {};
      const { statusCode, body: response } = await request(url, {
        method: 'POST',
        headers: { ...headers, ...encoding },
        body: bytes,
        dispatcher: agent,
        signal,
      });
      await response.dump({ limit: MAX_RESPONSE, signal });
      return statusCode;
    },
    close: () => agent.destroy(),
  };
}
