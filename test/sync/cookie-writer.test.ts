import { expect, test } from 'vitest';
import { hostSchema } from '#src/config/schema.ts';
import { wantsSiteCookie, writeUids } from '#src/sync/cookie-writer.ts';
import { UidsCookie } from '#src/sync/uids.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const chrome = (version: number): string =>
  `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const settings = hostSchema.parse({ host_cookie: { domain: '.sync.example', ttl_days: 2 } }).host_cookie;

test('the writer of cookies writes the attributes in the order of the ecosystem', () => {
  expect(
    writeUids([new UidsCookie(undefined, true)], [], { settings, browser: { userAgent: chrome(120), https: true }, nowMs: NOW }),
  ).toEqual([
    'uids=eyJvcHRvdXQiOnRydWV9; Path=/; Domain=sync.example; Expires=Tue, 03 Mar 2026 12:00:00 GMT; Max-Age=172800; HttpOnly; Secure; SameSite=None',
  ]);
});

test('the writer of cookies writes an empty value if no id is left, and expires unused cookies', () => {
  const lines = writeUids([new UidsCookie()], ['uids', 'uids2', 'uids2'], {
    settings: { ...settings, domain: '' },
    browser: { userAgent: '', https: false },
    nowMs: NOW,
  });
  expect(lines).toEqual([
    'uids=; Path=/; Expires=Tue, 03 Mar 2026 12:00:00 GMT; Max-Age=172800; HttpOnly',
    'uids2=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0; HttpOnly',
  ]);
});

test('the writer of cookies sends SameSite=None to Chromes that support it, on HTTPS to all except incompatible browsers', () => {
  const wants = (userAgent: string, https: boolean): boolean => wantsSiteCookie({ userAgent, https });
  expect([wants(chrome(67), false), wants(chrome(66), false), wants(FIREFOX, false), wants('', false)]).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect([wants(chrome(67), true), wants(chrome(66), true), wants(FIREFOX, true), wants('', true)]).toEqual([true, false, true, true]);
  expect(wants('Mozilla/5.0 (iPhone) CriOS/70.0.3538 Mobile', false)).toBe(true);
});

test('a host whose pages read the cookie leaves it readable', () => {
  const [line] = writeUids([new UidsCookie()], [], {
    settings: { ...settings, http_only: false },
    browser: { userAgent: '', https: false },
    nowMs: NOW,
  });
  expect(line).toBe('uids=; Path=/; Domain=sync.example; Expires=Tue, 03 Mar 2026 12:00:00 GMT; Max-Age=172800');
});
