/** What a sync endpoint sends back, before it is HTTP. Headers common to all endpoints are the server's. */

export interface SyncAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  /** `Set-Cookie` lines. */
  readonly cookies: readonly string[];
}

export const textAnswer = (status: number, body: string, cookies: readonly string[] = []): SyncAnswer => ({
  status,
  headers: {},
  body,
  cookies,
});
