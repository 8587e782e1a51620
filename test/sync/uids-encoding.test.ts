import { expect, test } from 'vitest';
import { UidsCookie, uidEntry } from '#src/sync/uids.ts';
import { decodeUids, encodeUids } from '#src/sync/uids-encoding.ts';

const NOW = Date.parse('2026-03-01T12:00:00.250Z');
const encoded = (json: unknown): string => Buffer.from(JSON.stringify(json)).toString('base64url');
const idsOf = (cookie: UidsCookie): Record<string, string> => Object.fromEntries([...cookie.entries].map(([key, { uid }]) => [key, uid]));

test('the encoding of the uids cookie writes keys in order, with nine fraction digits and padding', () => {
  const cookie = new UidsCookie().with('b', uidEntry('2', NOW)).with('a', uidEntry('1', NOW));
  const text = encodeUids(cookie);
  expect(Buffer.from(text, 'base64url').toString()).toBe(
    '{"tempUIDs":{"a":{"uid":"1","expires":"2026-03-01T12:00:00.250000000Z"},"b":{"uid":"2","expires":"2026-03-01T12:00:00.250000000Z"}}}',
  );
  expect(text.length % 4).toBe(0);
});

test('the encoding of the uids cookie escapes markup as the ecosystem does', () => {
  const text = encodeUids(new UidsCookie().with('<a>', uidEntry('x&y', NOW)));
  expect(Buffer.from(text, 'base64url').toString()).toContain('"\\u003ca\\u003e":{"uid":"x\\u0026y"');
  expect(idsOf(decodeUids(text, NOW))).toEqual({ '<a>': 'x&y' });
});

test('the encoding of the uids cookie writes an empty and an opted-out cookie as the ecosystem does', () => {
  expect(encodeUids(new UidsCookie())).toBe('e30=');
  expect(encodeUids(new UidsCookie(undefined, true))).toBe('eyJvcHRvdXQiOnRydWV9');
});

test('an expiry of the uids cookie is unchanged after encoding and decoding', () => {
  const text = encodeUids(decodeUids(encoded({ tempUIDs: { a: { uid: '1', expires: '2023-12-05T19:00:05.103329-03:00' } } }), NOW));
  expect(Buffer.from(text, 'base64url').toString()).toBe('{"tempUIDs":{"a":{"uid":"1","expires":"2023-12-05T19:00:05.103329-03:00"}}}');
});

test('the encoding of the uids cookie reads either alphabet, with or without padding, quoted or with escaped padding', () => {
  const json = '{"tempUIDs":{"a":{"uid":"??>>~","expires":"2026-03-02T00:00:00Z"}},"bday":"2017-08-15T19:47:59.523908376Z"}';
  const standard = Buffer.from(json).toString('base64');
  const forms = [
    standard,
    standard.replaceAll('=', ''),
    Buffer.from(json).toString('base64url'),
    `"${standard}"`,
    standard.replaceAll('=', '%3D'),
  ];
  for (const form of forms) expect(idsOf(decodeUids(form, NOW))).toEqual({ a: '??>>~' });
});

test('the encoding of the uids cookie reads the oldest format as expired ids that a newer entry overrides', () => {
  const cookie = decodeUids(
    encoded({
      uids: { a: 'old', b: 'older' },
      tempUIDs: { a: { uid: 'new', expires: '2026-03-02T00:00:00Z' } },
      bday: '2017-08-15T19:47:59Z',
    }),
    NOW,
  );
  expect(idsOf(cookie)).toEqual({ a: 'new', b: 'older' });
  expect([cookie.isLive('a', NOW), cookie.isLive('b', NOW)]).toEqual([true, false]);
});

test('the encoding of the uids cookie treats an entry without readable expiry as expired', () => {
  for (const expires of [undefined, 7, '', 'tomorrow', '2026-13-45T99:00:00Z']) {
    const cookie = decodeUids(encoded({ tempUIDs: { a: { uid: '1', expires } } }), NOW);
    expect([cookie.get('a'), cookie.isLive('a', NOW)]).toEqual(['1', false]);
  }
});

test('the encoding of the uids cookie drops invalid ids', () => {
  const entry = (uid: unknown): object => ({ uid, expires: '2026-03-02T00:00:00Z' });
  const cookie = decodeUids(
    encoded({
      tempUIDs: { audienceNetwork: entry('0'), empty: entry(''), number: entry(5), nothing: null, good: entry('1'), zero: entry('0') },
    }),
    NOW,
  );
  expect(idsOf(cookie)).toEqual({ good: '1', zero: '0' });
});

test('the encoding of the uids cookie reads anything else as an empty cookie', () => {
  for (const value of [
    '',
    'not base64 §',
    '{}',
    encoded([]),
    encoded(null),
    encoded('x'),
    encoded({ tempUIDs: [] }),
    encoded({ uids: 'a' }),
  ]) {
    const cookie = decodeUids(value, NOW);
    expect([idsOf(cookie), cookie.optedOut]).toEqual([{}, false]);
  }
});

test('the encoding of the uids cookie contains no ids once opted out', () => {
  const cookie = decodeUids(encoded({ tempUIDs: { a: { uid: '1', expires: '2026-03-02T00:00:00Z' } }, optout: true }), NOW);
  expect([idsOf(cookie), cookie.optedOut]).toEqual([{}, true]);
  const later = cookie.with('b', uidEntry('2', NOW));
  expect([idsOf(later), later.optedOut]).toEqual([{}, true]);
});

test('stores a key that is a property of all objects safely', () => {
  const value = Buffer.from('{"tempUIDs":{"__proto__":{"uid":"1","expires":"2026-03-02T00:00:00Z"}}}').toString('base64url');
  const cookie = decodeUids(value, NOW);
  expect(cookie.get('__proto__')).toBe('1');
  expect(cookie.get('toString')).toBeUndefined();
});
