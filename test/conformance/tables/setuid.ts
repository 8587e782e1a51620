import type { AccountService } from '#src/auction/services.ts';
import { accountSchema } from '#src/config/account.ts';
import { hostSchema } from '#src/config/schema.ts';
import { createSyncHost } from '#src/sync/host.ts';
import type { HostCookieDecision } from '#src/sync/privacy.ts';
import { setUid } from '#src/sync/set-uid.ts';
import { decodeUids } from '#src/sync/uids-encoding.ts';
import { registryOf, testServices } from '#test/helpers/services.ts';
import { cookieHeader, syncBidder } from '#test/helpers/sync.ts';
import type { Row } from '../suites/tables.ts';

interface Input {
  readonly uri: string;
  readonly syncerKeys: Readonly<Record<string, string>> | null;
  readonly existing?: Readonly<Record<string, string>>;
  readonly hostCookieAllowed: boolean;
  readonly gdprError?: boolean;
  readonly gdprMalformed?: boolean;
  readonly format?: 'b' | 'i';
  readonly maxCookieSize?: number;
  readonly priorityGroups?: readonly (readonly string[])[] | null;
}

/** The accounts of the table's description; any other is not stored. */
const ACCOUNTS: Readonly<Record<string, object | 'malformed'>> = {
  valid_acct: {},
  disabled_acct: { disabled: true },
  malformed_acct: 'malformed',
  invalid_json_acct: 'malformed',
  valid_acct_with_valid_activities_usersync_enabled: { privacy: { allowactivities: { syncUser: { default: true } } } },
  valid_acct_with_valid_activities_usersync_disabled: { privacy: { allowactivities: { syncUser: { default: false } } } },
  valid_acct_with_invalid_activities: {
    privacy: { allowactivities: { syncUser: { rules: [{ condition: { componentName: ['bidderA.bidderB.bidderC'] } }] } } },
  },
};

const accounts: AccountService = {
  find: (id) => {
    const stored = ACCOUNTS[id];
    if (stored === 'malformed') return { kind: 'malformed', part: 'config' };
    const account = { ...accountSchema.parse(stored ?? {}), id };
    return stored ? { kind: 'found', account } : { kind: 'unknown', account, errors: [] };
  },
};

function decision({ hostCookieAllowed, gdprError, gdprMalformed }: Input): HostCookieDecision {
  if (gdprMalformed) return { kind: 'malformed', message: 'malformed consent string malformed: some error' };
  if (gdprError) return { kind: 'unavailable' };
  return { kind: hostCookieAllowed ? 'allowed' : 'denied' };
}

export async function run(row: Row): Promise<Record<string, unknown>> {
  const input = row.in as unknown as Input;
  const { syncerKeys, existing, format, maxCookieSize = 0, priorityGroups } = input;
  const config = hostSchema.parse({ user_sync: { priority_groups: (priorityGroups ?? []).map((group) => [...group]) } });
  const bidders = Object.entries(syncerKeys ?? {}).map(([code, key]) =>
    syncBidder(code, { key, iframe: { url: `https://${code}.test` }, formatOverride: format }),
  );
  const services = testServices({
    accounts,
    bidders: registryOf(...bidders),
    config: { ...config, host_cookie: { ...config.host_cookie, max_cookie_size_bytes: maxCookieSize } },
  });
  const host = createSyncHost(services, (_signals, account) => ({
    hostCookie: () => decision(input),
    allowsBidder: () => true,
    gdprApplies: false,
    lacksConsent: false,
    allowsVendor: () => true,
    allowsSale: () => true,
    allowsActivity: () => account.privacy.allowactivities?.['syncUser']?.default !== false,
  }));
  const now = services.clock.now();
  const { status, headers, body, cookies } = await setUid(
    {
      query: new URL(input.uri, 'http://localhost').searchParams,
      cookieHeader: existing && cookieHeader(existing, now),
      userAgent: '',
      https: false,
    },
    host,
  );
  const [set] = cookies;
  const decoded = set === undefined ? undefined : decodeUids(set.slice('uids='.length, set.indexOf(';')), now);
  const uids = decoded && Object.fromEntries([...decoded.entries].map(([key, { uid }]) => [key, uid]));
  const wanted = (row.out['has'] ?? {}) as Record<string, string>;
  const has = Object.fromEntries(Object.keys(wanted).map((key) => [key, uids?.[key]]));
  const hasNot = ((row.out['hasNot'] ?? []) as string[]).filter((key) => uids?.[key] === undefined);
  return { status, headers, body: body.toString(), uids, has, hasNot, count: decoded?.entries.size, noCookie: set === undefined };
}
