import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unicodeString } from '#properties/arbitraries/unicode-string.ts';
import { gzipBody } from '#src/net/gzip.ts';

const level = fc.integer({ min: 1, max: 9 });

describe('gzip of a bidder request', () => {
  test('is undone by gunzip for any text and level', () => {
    fc.assert(
      fc.property(unicodeString({ maxLength: 300 }), level, (body, chosen) => {
        expect(gunzipSync(gzipBody(body, chosen)).toString()).toBe(Buffer.from(body).toString());
      }),
      { numRuns: 40 },
    );
  });

  test.each([0, 1, 255, 256, 8191, 8192, 32_767, 32_768, 32_769, 300_000])('is undone by gunzip at %i bytes', (length) => {
    const body = 'é0123456789'.repeat(length).slice(0, length);
    expect(gunzipSync(gzipBody(body, 1)).toString()).toBe(body);
  });
});
