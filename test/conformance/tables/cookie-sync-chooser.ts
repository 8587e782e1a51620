import { ALL, type TypeFilter } from '#src/sync/filters.ts';
import { chooseSyncs, evaluate, type SyncRules } from '#src/sync/sync-selection.ts';
import { Syncer } from '#src/sync/syncers.ts';
import type { Row } from '../suites/tables.ts';
import { fromRow } from './cookie-sync-filters.ts';
import { type RowCookie, toCookie } from './uids-cookie.ts';

interface Input {
  readonly op: string;
  readonly syncers: Readonly<Record<string, { key: string; iframe: boolean }>> | null;
  readonly known: readonly string[] | null;
  readonly ordered: readonly string[] | null;
  readonly bidder: string | null;
  readonly syncersSeen: readonly string[] | null;
  readonly limit: number;
  readonly privacy: Readonly<
    Partial<Record<'hostCookieAllowed' | 'gdprAllowsSync' | 'ccpaAllowsSync' | 'activityAllowsSync' | 'gdprInScope', boolean>>
  > | null;
  readonly gppSid?: string;
  readonly cookie: RowCookie | null;
  readonly bidderInfo?: Readonly<Record<string, { userSync?: { enabled?: boolean; skipwhen?: { gdpr?: boolean; gpp_sid?: string[] } } }>>;
  readonly names: 'as-given' | 'known-bidders';
  readonly filter?: Partial<Record<'iframe' | 'redirect', Parameters<typeof fromRow>[0]>> | null;
}

const URLS = { externalUrl: 'http://localhost', redirectUrl: '' };
const IFRAMES: TypeFilter = { iframe: ALL, redirect: { bidders: '*', mode: 'exclude' } };

function toRules(input: Input, now: number): SyncRules {
  const cookie = toCookie(input.cookie, now);
  const syncers = new Map(
    Object.entries(input.syncers ?? {}).map(([code, { key, iframe }]) => {
      const { enabled, skipwhen } = input.bidderInfo?.[code]?.userSync ?? {};
      const skipWhen = { gdpr: skipwhen?.gdpr, gppSid: skipwhen?.gpp_sid };
      return [code, new Syncer(code, key, { [iframe ? 'iframe' : 'redirect']: { url: 'http://bidder' }, enabled, skipWhen }, URLS)];
    }),
  );
  const privacy = input.privacy ?? {};
  const known = input.known ?? [];
  const byLower = new Map([...syncers.keys(), ...known].map((code) => [code.toLowerCase(), code]));
  return {
    resolve: (name) => (input.names === 'as-given' ? name : byLower.get(name.toLowerCase())),
    syncer: (code) => syncers.get(code),
    isActive: (code) => known.includes(code),
    filter: input.filter ? { iframe: fromRow(input.filter.iframe), redirect: fromRow(input.filter.redirect) } : IFRAMES,
    isInSync: (key) => cookie.isLive(key, now),
    allows: () => Boolean(privacy.gdprAllowsSync && privacy.ccpaAllowsSync && privacy.activityAllowsSync),
    inGdprScope: privacy.gdprInScope ?? false,
    gppSids: input.gppSid ? input.gppSid.split(',').map(Number) : [],
  };
}

export function run(row: Row): Record<string, unknown> {
  const input = row.in as unknown as Input;
  const now = Date.now();
  const rules = toRules(input, now);
  if (input.op === 'evaluate') {
    const { chosen, ...evaluation } = evaluate(input.bidder ?? '', rules, new Set(input.syncersSeen));
    return { ...evaluation, syncer: chosen?.syncer.key ?? null };
  }
  if (input.cookie?.optOut) return { status: 'blocked-by-user-opt-out', evaluated: null, chosen: null };
  if (!input.privacy?.hostCookieAllowed) return { status: 'blocked-by-privacy', evaluated: null, chosen: null };
  const { evaluated, chosen } = chooseSyncs(input.ordered ?? [], input.limit, rules);
  return { status: 'ok', evaluated, chosen: chosen.map(({ bidder }) => bidder) };
}
