/** POSTs of things sent in the background: bytes out, a status back. Compression runs off the event loop. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Agent, request } from 'undici';

/** There is no use in sending this again. */
export class Undeliverable extends Error {}

export interface PostOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly gzip: boolean;
  readonly signal: AbortSignal;
}

/** The status of the answer, whose body is not read. Rejects when there is none, or when `signal` says to stop. */
export type Post = (url: string, body: string, options: PostOptions) => Promise<number>;

export interface Poster {
  readonly post: Post;
  /** Ends all connections. */
  close(): Promise<void>;
}

const compress = promisify(gzip);

/** Bytes of an answer that are read to keep its connection. */
const MOST_ANSWER = 64 * 1024;

/** The caller's signal is the only time limit: undici's own are too coarse. */
export function createPoster(): Poster {
  const agent = new Agent({ connections: 8, headersTimeout: 0, bodyTimeout: 0, keepAliveTimeout: 30_000 });
  return {
    async post(url, body, { headers, gzip: compressed, signal }) {
      const bytes = compressed ? await compress(body, { level: 6 }) : body;
      const encoding = compressed ? { 'content-encoding': 'gzip' } : {};
      const { statusCode, body: answer } = await request(url, {
        method: 'POST',
        headers: { ...headers, ...encoding },
        body: bytes,
        dispatcher: agent,
        signal,
      });
      await answer.dump({ limit: MOST_ANSWER, signal });
      return statusCode;
    },
    close: () => agent.destroy(),
  };
}
