import { hostSchema } from '#src/config/schema.ts';
import { fitToSize, nextToEject, type Priorities, toPriorities } from '#src/sync/cookie-fit.ts';
import { readBrowserUids } from '#src/sync/cookie-reader.ts';
import { writeUids } from '#src/sync/cookie-writer.ts';
import { storeUid } from '#src/sync/store-uid.ts';
import { type UidEntry, UidsCookie, uidEntry } from '#src/sync/uids.ts';
import { decodeUids, encodeUids } from '#src/sync/uids-encoding.ts';
import type { Row } from '../suites/tables.ts';

type RowUids = Readonly<Record<string, { uid?: string; expiresInSeconds?: number }>>;
export interface RowCookie {
  readonly optOut?: boolean;
  readonly uids?: RowUids | null;
}

interface Input {
  readonly op: string;
  readonly cookie: RowCookie | null;
  readonly text: string | null;
  readonly key: string | null;
  readonly uid: string | null;
  readonly maxSize: number | null;
  readonly uids: RowUids | null;
  readonly groups?: readonly (readonly string[])[] | null;
  readonly keys?: Readonly<Record<string, string>> | null;
  readonly keyIsPriority?: boolean;
  readonly family: string | null;
  readonly hostCookieValue?: string | null;
  readonly userAgent: string;
  readonly setSiteCookie: boolean;
  readonly hostCookie: { domain?: string } | null;
}

const ZERO: Omit<UidEntry, 'uid'> = { expires: '0001-01-01T00:00:00Z', expiresAt: -62135596800000 };

const toEntries = (uids: RowUids | null | undefined, now: number): Map<string, UidEntry> =>
  new Map(
    Object.entries(uids ?? {}).map(([key, { uid = '', expiresInSeconds }]) => [
      key,
      expiresInSeconds === undefined ? { uid, ...ZERO } : uidEntry(uid, now + expiresInSeconds * 1000),
    ]),
  );

export const toCookie = (cookie: RowCookie | null, now: number): UidsCookie =>
  new UidsCookie(toEntries(cookie?.uids, now), cookie?.optOut ?? false);

const toRow = (cookie: UidsCookie): RowCookie => ({
  optOut: cookie.optedOut,
  uids: Object.fromEntries([...cookie.entries].map(([key, { uid }]) => [key, { uid }])),
});

const prioritiesOf = ({ groups, keys }: Input): Priorities => toPriorities(groups ?? [], (bidder) => keys?.[bidder]);

export function run(row: Row): Record<string, unknown> {
  const input = row.in as unknown as Input;
  const now = Date.now();
  switch (input.op) {
    case 'encode':
      return { text: encodeUids(toCookie(input.cookie, now)) };
    case 'decode':
      return { cookie: toRow(decodeUids(input.text ?? '', now)) };
    case 'set': {
      const stored = storeUid(toCookie(input.cookie, now), input.key ?? '', input.uid ?? '', now);
      return 'error' in stored ? { error: stored.error } : { error: null, cookie: toRow(stored.value) };
    }
    case 'fit':
      return fitCookie(input, now);
    case 'eject-oldest':
    case 'eject-priority': {
      const next = nextToEject(toEntries(input.uids, now), prioritiesOf(input), input.keyIsPriority ?? false);
      if (next.kind === 'not-priority') return { error: 'syncer key is not a priority, and there are only priority elements left' };
      return { error: null, key: next.kind === 'eject' ? next.key : '' };
    }
    case 'host-sync':
      return { cookie: toRow(hostSync(input, now)) };
    case 'same-site':
      return sameSite(input, row.out);
    default:
      throw new Error(`operation ${input.op} is not known`);
  }
}

function fitCookie(input: Input, now: number): Record<string, unknown> {
  const made = fitToSize(
    toCookie(input.cookie, now),
    { maxSize: input.maxSize ?? 0, cookies: 1 },
    prioritiesOf(input),
    input.keyIsPriority ?? false,
  );
  if (made.kind === 'too-big') return { error: "uid that's trying to be synced is bigger than MaxCookieSize" };
  if (made.kind === 'not-priority') return { error: 'syncer key is not a priority, and there are only priority elements left' };
  const kept = made.parts.flatMap((part) => [...part.entries]).sort(([, one], [, other]) => other.expiresAt - one.expiresAt);
  return { error: null, keys: kept.map(([key]) => key) };
}

/** The cookies of a browser with the host's own one, read by a host of that family. */
function hostSync({ cookie, family, hostCookieValue }: Input, now: number): UidsCookie {
  const settings = { ...hostSchema.parse({}).host_cookie, family: family ?? '', cookie_name: 'host-id' };
  const own = hostCookieValue ? `; host-id=${hostCookieValue}` : '';
  return readBrowserUids(`uids=${encodeUids(toCookie(cookie, now))}${own}`, settings, now).merged;
}

/** Each text the row expects: whether the line contains it (`contains`) or not. */
function sameSite(input: Input, wanted: Row['out']): Record<string, unknown> {
  const settings = { ...hostSchema.parse({}).host_cookie, domain: input.hostCookie?.domain ?? '' };
  const [line = ''] = writeUids([new UidsCookie()], [], {
    settings,
    browser: { userAgent: input.setSiteCookie ? input.userAgent : '', https: false },
    nowMs: Date.now(),
  });
  return Object.fromEntries(
    Object.entries(wanted).map(([name, text]) => [name, line.includes(String(text)) === (name !== 'contains') ? line : text]),
  );
}
