import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newAuction } from '#src/auction/new-auction.ts';
import { validate } from '#src/auction/validate.ts';
import { decodeRequest } from '#src/openrtb/decode.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { SHAPES } from '#src/openrtb/shapes.ts';
import { incoming } from '#test/helpers/auction.ts';
import { hostServices } from '#test/helpers/ingest.ts';
import { json, jsonObject } from './arbitraries/json.ts';
import { brokenRequests, type Path, pathsOf, validRequests, withValueAt } from './arbitraries/request.ts';
import { runs } from './runs.ts';

const BIDDERS = ['alpha', 'beta'];
const hosts = { go: hostServices({}), java: hostServices({ settings: { variant: 'java' } }) };
const variant = fc.constantFrom('go' as const, 'java' as const);

function run(body: unknown, name: 'go' | 'java' = 'go') {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
  const auction = newAuction('auction', incoming({ body: bytes, headers: {}, remoteAddress: '' }), hosts[name], () => {});
  const wait = validate(auction, hosts[name]);
  return { auction, wait };
}

/** Fields that some rule fills, moves or rewrites; all others must be unchanged. */
const RULED: readonly RegExp[] = [
  /^imp\.\d+\.ext$/,
  /^imp\.\d+\.ext\.(alpha|beta)/,
  /^imp\.\d+\.native\.request$/,
  /^device\.(ip|ipv6|lmt)$/,
  /^ext\.srv\.targeting/,
  /^at$/,
];
const isRuled = (path: Path): boolean => RULED.some((rule) => rule.test(path.join('.')));

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce(
    (found: unknown, name) =>
      typeof found === 'object' && found !== null ? (found as { [name: string | number]: unknown })[name] : undefined,
    value,
  );

/** Values without nested additions; `null` counts as absent. */
const isLeaf = (value: unknown): boolean => typeof value !== 'object' || (Array.isArray(value) && value.length === 0);

describe('reading a request', () => {
  test('accepts every valid request, without waiting', () => {
    fc.assert(
      fc.property(validRequests(BIDDERS), variant, (request, name) => {
        const { auction, wait } = run(request, name);
        expect(auction.rejection).toBeUndefined();
        expect(wait).toBeUndefined();
      }),
      runs(60),
    );
  });

  test('changes no field without a rule', () => {
    fc.assert(
      fc.property(validRequests(BIDDERS), (request) => {
        const { auction } = run(request);
        for (const path of pathsOf(request)) {
          const sent = valueAt(request, path);
          if (isLeaf(sent) && !isRuled(path) && !path.includes('prebid'))
            expect([path, valueAt(auction.request, path)]).toEqual([path, sent]);
        }
      }),
      runs(40),
    );
  });

  test('passes unknown fields on, at any location', () => {
    const holders = (request: BidRequest): Path[] =>
      [[], ...pathsOf(request)].filter((path) => {
        const value = valueAt(request, path);
        const inExt = path.includes('ext') && !path.includes('data');
        return typeof value === 'object' && value !== null && !Array.isArray(value) && !inExt;
      });
    fc.assert(
      fc.property(
        validRequests(BIDDERS).chain((request) => fc.tuple(fc.constant(request), fc.constantFrom(...holders(request)))),
        json.filter((value) => value !== undefined),
        ([request, holder], value) => {
          const path = [...holder, 'x-unknown'];
          const { auction } = run(withValueAt(request, path, value));
          const wanted = JSON.parse(JSON.stringify(value).replaceAll('"prebid"', '"srv"')) as unknown;
          if (!JSON.stringify(value).includes('prebid')) expect(valueAt(auction.request, path)).toEqual(wanted);
        },
      ),
      runs(40),
    );
  });

  test('accepts a malformed request or rejects it with a message that contains the path', () => {
    fc.assert(
      fc.property(brokenRequests(validRequests(BIDDERS)), variant, ({ request, path }, name) => {
        const { auction } = run(request, name);
        if (!auction.rejection) return;
        expect(['invalid', 'failed']).toContain(auction.rejection.kind);
        expect(auction.rejection.messages.length).toBeGreaterThan(0);
        const text = auction.rejection.messages.join('\n');
        // Some rules do not include a path.
        const named =
          namesPlace(text, path) || /^(Price granularity|Media type price|Value is not a string|cannot have multiple bidders)/.test(text);
        expect([text, path, named]).toEqual([text, path, true]);
      }),
      runs(150),
    );
  });

  test('ends with a request or a rejection for any JSON', () => {
    fc.assert(
      fc.property(fc.oneof(json, jsonObject), variant, (body, name) => {
        const { auction } = run(body, name);
        expect(auction.rejection?.messages.length).not.toBe(0);
        expect(auction.rejection !== undefined || auction.request.imp.length > 0).toBe(true);
      }),
      runs(150),
    );
  });

  test('ends with a rejection for any bytes', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.constantFrom(undefined, 'gzip', 'deflate', 'br'),
        variant,
        (bytes, encoding, name) => {
          const http = incoming({ body: Buffer.from(bytes), headers: { 'content-encoding': encoding } });
          const auction = newAuction('auction', http, hosts[name], () => {});
          void validate(auction, hosts[name]);
          expect(auction.rejection).toBeDefined();
        },
      ),
      runs(150),
    );
  });
});

/** Whether a message contains the path or a parent of it. */
function namesPlace(text: string, path: Path): boolean {
  const names = path.filter((name) => typeof name === 'string');
  // A request without its app or screen counts as a site's.
  if (path.includes('native') && text.startsWith('expect')) return true; // the decoder of the native JSON does not know its path
  if (path.length === 1 && (names[0] === 'app' || names[0] === 'dooh')) names.push('site');
  return names.some((name) => text.toLowerCase().includes(String(name).toLowerCase()));
}

test('a request may have field names in any case', () => {
  const shout = (value: unknown, shape: keyof typeof SHAPES): unknown => {
    if (Array.isArray(value)) return value.map((item) => shout(item, shape));
    if (typeof value !== 'object' || value === null) return value;
    const fields = Object.entries(value).map(([name, field]) => {
      const known = SHAPES[shape].get(name);
      return known ? [name.toUpperCase(), known.shape ? shout(field, known.shape) : field] : [name, field];
    });
    return Object.fromEntries(fields);
  };
  fc.assert(
    fc.property(validRequests(BIDDERS), (request) => {
      expect(decodeRequest(structuredClone(shout(request, 'BidRequest')))).toEqual({ value: request });
    }),
    runs(40),
  );
});
