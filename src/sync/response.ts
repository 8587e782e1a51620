/** The response of a sync endpoint, independent of HTTP. Common headers are set by the server. */

export interface SyncResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  /** `Set-Cookie` lines. */
  readonly cookies: readonly string[];
}

/** A plain-text response without cookies. */
export const plainResponse = (status: number, body: string): SyncResponse => ({
  status,
  headers: {},
  body,
  cookies: [],
});
