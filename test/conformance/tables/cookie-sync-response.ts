import { cookieSyncBody, type RenderedSync, toBidderStatus } from '#src/sync/cookie-sync-response.ts';
import type { Evaluation } from '#src/sync/sync-selection.ts';
import type { Row } from '../suites/tables.ts';

interface Input {
  readonly cookieHasSyncs: boolean;
  readonly chosen: readonly string[] | null;
  readonly debug: boolean;
  readonly evaluated?: readonly Evaluation[] | null;
  readonly syncUrls: Readonly<Record<string, Omit<RenderedSync, 'bidder'>>> | null;
}

export function run(row: Row): Record<string, unknown> {
  const { cookieHasSyncs, chosen, debug, evaluated, syncUrls } = row.in as unknown as Input;
  const syncs = (chosen ?? []).map((bidder): RenderedSync => ({ bidder, type: 'redirect', url: undefined, ...syncUrls?.[bidder] }));
  return { body: JSON.parse(cookieSyncBody(cookieHasSyncs, toBidderStatus(syncs), debug ? (evaluated ?? []) : undefined)) };
}
