/** One limited GET for background loading: limits on time, size and redirects. */

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

export const fetchBody: FetchBody = async (url, { timeoutMs, maxBytes }) => {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), headers: { accept: 'application/json' } });
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
};
