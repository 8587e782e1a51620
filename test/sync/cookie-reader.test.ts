import { expect, test } from 'vitest';
import { hostSchema } from '#src/config/schema.ts';
import { parseCookies, readBrowserUids, readUids } from '#src/sync/cookie-reader.ts';
import type { UidsCookie } from '#src/sync/uids.ts';
import { encodeUids } from '#src/sync/uids-encoding.ts';
import { cookieHeader, cookieOf } from '#test/helpers/sync.ts';

const NOW = 1_700_000_000_000;
const settings = hostSchema.parse({
  host_cookie: { family: 'adnxs', cookie_name: 'khaos', optout_cookie: { name: 'trp_optout', value: 'true' } },
}).host_cookie;
const plain = hostSchema.parse({}).host_cookie;
const idsOf = (cookie: UidsCookie): Record<string, string> => Object.fromEntries([...cookie.entries].map(([key, { uid }]) => [key, uid]));

test('the reader of cookies parses a cookie header', () => {
  expect(parseCookies('a=1; b=x=y ;  c ; =d; e=')).toEqual([
    ['a', '1'],
    ['b', 'x=y'],
    ['e', ''],
  ]);
  expect(parseCookies(undefined)).toEqual([]);
});

test('the host cookie is added under its family, for 14 days', () => {
  const { stored, merged, hostValue } = readBrowserUids(`khaos=host-id; ${cookieHeader({ a: '1' }, NOW)}`, settings, NOW);
  expect([idsOf(stored), idsOf(merged), hostValue]).toEqual([{ a: '1' }, { a: '1', adnxs: 'host-id' }, 'host-id']);
  expect(merged.entries.get('adnxs')?.expiresAt).toBe(NOW + 14 * 86_400_000);
});

test("the reader of cookies keeps a stored id of the family unless the host's takes precedence", () => {
  const header = `khaos=host-id; ${cookieHeader({ adnxs: 'stored' }, NOW)}`;
  expect(readBrowserUids(header, settings, NOW).merged.get('adnxs')).toBe('stored');
  expect(readBrowserUids(header, settings, NOW, true).merged.get('adnxs')).toBe('host-id');
});

test('the reader of cookies merges several uids cookies, the later expiry winning', () => {
  const one = encodeUids(cookieOf({ a: 'short', b: '2' }, NOW, 1000));
  const two = encodeUids(cookieOf({ a: 'long', c: '3' }, NOW, 9000));
  const { merged, names } = readBrowserUids(`uids=${one}; uids2=${two}; uidsx=${one}; other=1`, plain, NOW);
  expect([idsOf(merged), names]).toEqual([{ a: 'long', b: '2', c: '3' }, ['uids', 'uids2']]);
});

test('the cookie is empty if the host opt-out cookie has exactly its value', () => {
  const ids = cookieHeader({ a: '1' }, NOW);
  expect(readBrowserUids(`trp_optout=true; khaos=x; ${ids}`, settings, NOW).merged).toMatchObject({ optedOut: true, entries: new Map() });
  expect(readBrowserUids(`trp_optout=TRUE; ${ids}`, settings, NOW).merged.optedOut).toBe(false);
});

test('the reader of cookies reads the ids an auction needs', () => {
  const uids = readUids(cookieHeader({ a: '1' }, NOW, -5000), plain, NOW, false);
  expect([uids.get('a'), uids.has('a'), uids.has('b'), uids.hasAnyLive(NOW)]).toEqual(['1', true, false, false]);
  expect(readUids(undefined, plain, NOW, false).has('a')).toBe(false);
});
