/** Background updates of stored data caches: polls of an HTTP service or of a database. */
import { encodeComponent } from '#src/lang/percent.ts';
import { withTimeout } from '#src/lang/with-timeout.ts';
import type { FetchBody } from '#src/net/fetch-body.ts';
import type { Clock } from '#src/platform/clock.ts';
import { compileQuery, fillQuery } from './query.ts';
import { type StoredRow, toRow } from './rows.ts';
import type { Database } from './sql.ts';
import { applyUpdate, readUpdate, type Update, type UpdateField, type UpdateTargets } from './updates.ts';

/** One background task. */
export interface Refresher {
  /** Name in logs and metrics. */
  readonly name: string;
  /** ms between runs; 0: ends after the first success. */
  readonly everyMs: number;
  /** One run; rejects on failure, with a `SyntaxError` if the source's response is malformed. */
  refresh(): Promise<void>;
}

export interface HttpRefresh {
  readonly name: string;
  readonly endpoint: string;
  readonly everyMs: number;
  readonly timeoutMs: number;
  readonly targets: UpdateTargets;
  readonly fetchBody: FetchBody;
  readonly now: () => number;
}

const MAX_BYTES = 256 * 1024 * 1024;

/** RFC 3339 in UTC, whole seconds: a change within the same second is fetched twice rather than never. */
const stamp = (at: number): string => new Date(Math.floor(at / 1000) * 1000).toISOString().replace('.000Z', 'Z');

/** Everything at first, then changes since the last successful poll. */
export function httpRefresher({ name, endpoint, everyMs, timeoutMs, targets, fetchBody, now }: HttpRefresh): Refresher {
  let since: number | undefined;
  return {
    name,
    everyMs,
    async refresh() {
      const begun = now();
      const joint = !endpoint.includes('?') ? '?' : '&';
      const url = since === undefined ? endpoint : `${endpoint}${joint}last-modified=${encodeComponent(stamp(since))}`;
      const { status, text } = await fetchBody(url, { timeoutMs, maxBytes: MAX_BYTES });
      if (status !== 200) throw new Error(`the service responded with status ${status}`);
      const update = readUpdate(JSON.parse(text));
      if ('error' in update) throw new SyntaxError('the response is not an update');
      applyUpdate(update.value, targets);
      since = begun;
    },
  };
}

export interface DatabaseRefresh {
  readonly name: string;
  readonly database: Database;
  /** Empty: no initial load. */
  readonly fill: { readonly query: string; readonly timeoutMs: number };
  /** Empty: only the initial load. */
  readonly poll: { readonly query: string; readonly timeoutMs: number; readonly everyMs: number };
  readonly targets: UpdateTargets;
  readonly clock: Pick<Clock, 'now' | 'after'>;
}

/** ms of overlap between polls: clocks differ, and a row's time may be older than its commit. Reading a row twice is harmless. */
const OVERLAP_MS = 5000;

const FIELDS: { readonly [type: string]: UpdateField } = {
  request: 'requests',
  imp: 'imps',
  response: 'responses',
  account: 'accounts',
};

/** Rows as an update; those without data remove their ids, those of unknown types are skipped. */
export function updateOfRows(rows: readonly (readonly unknown[])[], only: UpdateField | undefined): Update {
  const byAccount = new Map<string, Map<UpdateField, Map<string, string>>>();
  const dropped = new Map<UpdateField, string[]>();
  const add = (field: UpdateField, { account, id, text }: StoredRow): void => {
    if (text === undefined) {
      const ids = dropped.get(field);
      if (ids) ids.push(id);
      else dropped.set(field, [id]);
      return;
    }
    const fields = byAccount.get(account) ?? new Map<UpdateField, Map<string, string>>();
    byAccount.set(account, fields.set(field, (fields.get(field) ?? new Map<string, string>()).set(id, text)));
  };
  for (const columns of rows) {
    const row = toRow(columns, []);
    const field = row?.type === undefined ? only : FIELDS[row.type];
    if (row && field) add(field, row);
  }
  const saved = byAccount.get('') ?? new Map<UpdateField, Map<string, string>>();
  byAccount.delete('');
  return byAccount.size === 0 ? { saved, dropped } : { saved, owned: byAccount, dropped };
}

/** The initial query first, then the polling one with the time of the last success. */
export function databaseRefresher({ name, database, fill, poll, targets, clock }: DatabaseRefresh): Refresher {
  let since: Date | undefined;
  const fields = Object.keys(targets) as UpdateField[];
  const only = fields.length === 1 ? fields[0] : undefined;
  const read = async (query: string, timeoutMs: number): Promise<void> => {
    const filled = fillQuery(compileQuery(query), since ? { LAST_UPDATED: since } : {}, database.dialect);
    applyUpdate(updateOfRows(await withTimeout(database.query(filled), timeoutMs, clock), only), targets);
  };
  return {
    name,
    everyMs: poll.query === '' ? 0 : poll.everyMs,
    async refresh() {
      const begun = new Date(clock.now() - OVERLAP_MS);
      if (since !== undefined) await read(poll.query, poll.timeoutMs);
      else if (fill.query !== '') await read(fill.query, fill.timeoutMs);
      since = begun;
    },
  };
}
