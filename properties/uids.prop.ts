import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hostSchema } from '#src/config/schema.ts';
import { orderCandidates } from '#src/sync/candidates.ts';
import { fitToSize, nextToEject, toPriorities } from '#src/sync/cookie-fit.ts';
import { readBrowserUids } from '#src/sync/cookie-reader.ts';
import { writeUids } from '#src/sync/cookie-writer.ts';
import { ALL } from '#src/sync/filters.ts';
import { chooseSyncs, type SyncRules } from '#src/sync/sync-selection.ts';
import { Syncer } from '#src/sync/syncers.ts';
import { type UidEntry, UidsCookie, uidEntry } from '#src/sync/uids.ts';
import { decodeUids, encodeUids } from '#src/sync/uids-encoding.ts';
import { unicodeString } from './arbitraries/unicode-string.ts';
import { runs } from './runs.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const budget = runs(150);

const key = fc.oneof(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'), fc.string({ minLength: 1, maxLength: 8 }));
const entry = fc
  .tuple(unicodeString({ minLength: 1, maxLength: 60 }), fc.integer({ min: -1e9, max: 2e9 }))
  .map(([uid, lives]): UidEntry => uidEntry(uid, NOW + lives));
const cookie = fc
  .array(fc.tuple(key, entry), { maxLength: 12 })
  .map((list) => new UidsCookie(new Map(list.filter(([name, { uid }]) => !(name === 'audienceNetwork' && uid === '0')))));
const groups = fc.array(fc.array(key, { maxLength: 4 }), { maxLength: 4 });
const sorted = (made: UidsCookie): [string, UidEntry][] => [...made.entries].sort(([a], [b]) => (a < b ? -1 : 1));

test('encoded ids decode to the same ids', () => {
  fc.assert(
    fc.property(cookie, (made) => {
      const read = decodeUids(encodeUids(made), NOW);
      expect(sorted(read)).toEqual(sorted(made));
      expect(encodeUids(read)).toBe(encodeUids(made));
    }),
    budget,
  );
});

test('decoding any cookie returns ids that can be encoded', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json().map((json) => Buffer.from(json).toString('base64')),
        fc.base64String(),
      ),
      (value) => {
        const read = decodeUids(value, NOW);
        expect(sorted(decodeUids(encodeUids(read), NOW))).toEqual(sorted(read));
      },
    ),
    budget,
  );
});

test('every encoded cookie fits the size, and the browser returns exactly the stored ids', () => {
  const settings = hostSchema.parse({}).host_cookie;
  fc.assert(
    fc.property(cookie, groups, fc.integer({ min: 100, max: 1500 }), fc.integer({ min: 1, max: 4 }), (made, list, maxSize, cookies) => {
      const fit = fitToSize(
        made,
        { maxSize, cookies },
        toPriorities(list, (bidder) => bidder),
        true,
      );
      if (fit.kind !== 'fits') return;
      const lines = writeUids(fit.parts, [], { settings, browser: { userAgent: '', https: false }, nowMs: NOW });
      expect(lines.length).toBeLessThanOrEqual(cookies);
      for (const line of lines) expect(line.replace(/; (Max-Age=\d+|HttpOnly)/g, '').length).toBeLessThanOrEqual(Math.max(maxSize, 52));
      const header = lines.map((line) => line.slice(0, line.indexOf(';'))).join('; ');
      const retained = new UidsCookie(new Map(fit.parts.flatMap((part) => [...part.entries])));
      expect(sorted(readBrowserUids(header, settings, NOW).stored)).toEqual(sorted(retained));
    }),
    budget,
  );
});

test('ids of lower groups are removed before those of higher ones, and within a group the oldest first', () => {
  fc.assert(
    fc.property(cookie, groups, (made, list) => {
      const priorities = toPriorities(list, (bidder) => bidder);
      const rank = (name: string): number => priorities.groupOf.get(name) ?? Number.POSITIVE_INFINITY;
      const left = new Map(made.entries);
      for (let turns = made.entries.size; turns > 0; turns--) {
        const next = nextToEject(left, priorities, true);
        if (next.kind !== 'eject') throw new Error('nothing was ejected');
        const removed = left.get(next.key);
        left.delete(next.key);
        for (const [name, other] of left) {
          expect(rank(name)).toBeLessThanOrEqual(rank(next.key));
          if (rank(name) === rank(next.key)) expect(other.expiresAt).toBeGreaterThanOrEqual(removed?.expiresAt ?? Number.NaN);
        }
      }
      expect(left.size).toBe(0);
    }),
    budget,
  );
});

const syncers = new Map(
  ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((code, i) => [
    code,
    new Syncer(
      code,
      `key${i % 5}`,
      { redirect: { url: `https://${code}.example` } },
      { externalUrl: 'http://us.example', redirectUrl: '' },
    ),
  ]),
);

test('the chooser respects the limit, and syncs no bidder and no key twice', () => {
  const name = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'A', 'B', 'nobody');
  const forbidden = fc.array(fc.constantFrom<string>('a', 'c', 'e'));
  fc.assert(
    fc.property(fc.array(name), groups, fc.boolean(), fc.integer({ min: -2, max: 6 }), forbidden, (named, list, enabled, limit, denied) => {
      const rules: SyncRules = {
        resolve: (bidder) => (syncers.has(bidder.toLowerCase()) ? bidder.toLowerCase() : undefined),
        syncer: (code) => syncers.get(code),
        isActive: () => true,
        filter: { iframe: ALL, redirect: ALL },
        isInSync: (id) => id === 'key1',
        allows: (code) => !denied.includes(code),
        inGdprScope: false,
        gppSids: [],
      };
      const ordered = orderCandidates(named, [...syncers.keys()], { enabled, priorityGroups: list }, (names) => names.toReversed());
      const { chosen, evaluated } = chooseSyncs(ordered, limit, rules);
      if (limit > 0) expect(chosen.length).toBeLessThanOrEqual(limit);
      const codes = chosen.map(({ syncer }) => syncer.bidder);
      const keys = chosen.map(({ syncer }) => syncer.key);
      expect([new Set(codes).size, new Set(keys).size]).toEqual([codes.length, keys.length]);
      expect(codes.filter((code) => denied.includes(code))).toEqual([]);
      expect(new Set(evaluated.map(({ bidder }) => bidder)).size).toBe(evaluated.length);
    }),
    budget,
  );
});
