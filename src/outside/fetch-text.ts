/** One bounded GET for what is loaded in the background: time and size have a limit, redirects a short one. */

export interface FetchLimits {
  readonly timeoutMs: number;
  /** Of the decoded body. */
  readonly maxBytes: number;
}

export interface FetchedText {
  readonly status: number;
  /** A header by its name in lower case. */
  header(name: string): string | undefined;
  readonly text: string;
}

/** @throws Error with `name` `TimeoutError` when time ran out, any other when nothing usable came */
export type FetchText = (url: string, limits: FetchLimits) => Promise<FetchedText>;

export const fetchText: FetchText = async (url, { timeoutMs, maxBytes }) => {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), headers: { accept: 'application/json' } });
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) {
      throw new Error(`the answer is larger than ${maxBytes} bytes`);
    }
    chunks.push(chunk);
  }
  return {
    status: response.status,
    header: (name) => response.headers.get(name) ?? undefined,
    text: Buffer.concat(chunks).toString('utf8'),
  };
};
