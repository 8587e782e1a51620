/** What keeps caches of stored data up to date from outside: polls of an HTTP service or of a database (events-cache-stored.md section 13). */
import { withTimeout } from '#src/auction/with-timeout.ts';
import type { Clock } from '#src/outside/clock.ts';
import type { FetchText } from '#src/outside/fetch-text.ts';
import { compileQuery, fillQuery } from './query.ts';
import { type StoredRow, toRow } from './rows.ts';
import type { Database } from './sql.ts';
import { applyUpdate, readUpdate, type Update, type UpdateMember, type UpdateTargets } from './updates.ts';

/** One thing that is looked after in the background. */
export interface Refresher {
  /** Name in logs and metrics. */
  readonly name: string;
  /** ms between looks; 0: one look that succeeds is enough. */
  readonly everyMs: number;
  /** One look; rejects where it failed. */
  look(): Promise<void>;
}

export interface HttpRefresh {
  readonly name: string;
  readonly endpoint: string;
  readonly everyMs: number;
  readonly timeoutMs: number;
  readonly targets: UpdateTargets;
  readonly fetchText: FetchText;
  readonly now: () => number;
}

const MAX_BYTES = 256 * 1024 * 1024;

/** RFC 3339 in UTC, whole seconds: a change within the second is fetched twice rather than never. */
const stamp = (at: number): string => new Date(Math.floor(at / 1000) * 1000).toISOString().replace('.000Z', 'Z');

/** Everything at first, then what changed since the last look that succeeded. */
export function httpRefresher({ name, endpoint, everyMs, timeoutMs, targets, fetchText, now }: HttpRefresh): Refresher {
  let since: number | undefined;
  return {
    name,
    everyMs,
    async look() {
      const begun = now();
      const joint = !endpoint.includes('?') ? '?' : '&';
      const url = since === undefined ? endpoint : `${endpoint}${joint}last-modified=${encodeURIComponent(stamp(since))}`;
      const { status, text } = await fetchText(url, { timeoutMs, maxBytes: MAX_BYTES });
      if (status !== 200) throw new Error(`the service answered ${status}`);
      const update = readUpdate(JSON.parse(text));
      if (!update) throw new Error('the answer is no update');
      applyUpdate(update, targets);
      since = begun;
    },
  };
}

export interface DatabaseRefresh {
  readonly name: string;
  readonly database: Database;
  /** Empty: nothing is read at start. */
  readonly fill: { readonly query: string; readonly timeoutMs: number };
  /** Empty: only the start counts. */
  readonly poll: { readonly query: string; readonly timeoutMs: number; readonly everyMs: number };
  readonly targets: UpdateTargets;
  readonly clock: Pick<Clock, 'now' | 'after'>;
}

/** ms looked back beyond the last look: clocks differ, and a row's time may be older than its commit. What is read twice does no harm. */
const OVERLAP_MS = 5000;

const MEMBERS: { readonly [type: string]: UpdateMember } = {
  request: 'requests',
  imp: 'imps',
  response: 'responses',
  account: 'accounts',
};

/** Rows as an update; those without data drop their ids, those of unknown types are passed over. */
export function updateOfRows(rows: readonly (readonly unknown[])[], only: UpdateMember | undefined): Update {
  const saved = new Map<UpdateMember, Map<string, string>>();
  const dropped = new Map<UpdateMember, string[]>();
  const add = (member: UpdateMember, { id, text }: StoredRow): void => {
    if (text === undefined) dropped.set(member, [...(dropped.get(member) ?? []), id]);
    else saved.set(member, (saved.get(member) ?? new Map<string, string>()).set(id, text));
  };
  for (const columns of rows) {
    const row = toRow(columns, []);
    const member = row?.type === undefined ? only : MEMBERS[row.type];
    if (row && member) add(member, row);
  }
  return { saved, dropped };
}

/** The filling query at first, then the polling one with the time of the last look that succeeded. */
export function databaseRefresher({ name, database, fill, poll, targets, clock }: DatabaseRefresh): Refresher {
  let since: Date | undefined;
  const members = Object.keys(targets) as UpdateMember[];
  const only = members.length === 1 ? members[0] : undefined;
  const read = async (query: string, timeoutMs: number): Promise<void> => {
    const filled = fillQuery(compileQuery(query), since ? { LAST_UPDATED: since } : {}, database.dialect);
    applyUpdate(updateOfRows(await withTimeout(database.query(filled), timeoutMs, clock), only), targets);
  };
  return {
    name,
    everyMs: poll.query === '' ? 0 : poll.everyMs,
    async look() {
      const begun = new Date(clock.now() - OVERLAP_MS);
      if (since !== undefined) await read(poll.query, poll.timeoutMs);
      else if (fill.query !== '') await read(fill.query, fill.timeoutMs);
      since = begun;
    },
  };
}
