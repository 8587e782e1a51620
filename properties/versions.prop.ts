import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { downConvert, upConvert } from '#src/openrtb/versions.ts';
import { deepFreeze } from '#test/helpers/freeze.ts';
import { runs } from './runs.ts';

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const other = maybe(fc.dictionary(fc.constantFrom('data', 'other', 'x'), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 2 }));

const schain = fc.record({ complete: fc.nat(1), nodes: fc.array(fc.record({ asi: fc.string(), sid: fc.string() }), { maxLength: 2 }) });
const eids = fc.array(fc.record({ source: fc.string(), uids: fc.array(fc.record({ id: fc.string() }), { maxLength: 2 }) }), {
  maxLength: 3,
});

/** Requests with fields of 2.6 and later, in their new locations only. */
const requests = fc.record(
  {
    id: fc.string(),
    imp: fc.array(
      fc.record(
        {
          id: fc.string(),
          rwdd: fc.nat(1),
          ssai: fc.nat(2),
          video: fc.record({ mimes: fc.constant(['video/mp4']), plcmt: fc.nat(4), poddur: fc.nat(60) }, { requiredKeys: ['mimes'] }),
          ext: other,
        },
        { requiredKeys: ['id'] },
      ),
      { maxLength: 3 },
    ),
    site: maybe(
      fc.record({ page: fc.webUrl(), cattax: fc.nat(6), kwarray: fc.array(fc.string(), { maxLength: 2 }) }, { requiredKeys: [] }),
    ),
    source: maybe(fc.record({ tid: fc.string(), schain, ext: other }, { requiredKeys: [] })),
    regs: maybe(fc.record({ gdpr: fc.nat(1), us_privacy: fc.string(), gpp: fc.string(), ext: other }, { requiredKeys: [] })),
    user: maybe(fc.record({ id: fc.string(), consent: fc.string(), eids, ext: other }, { requiredKeys: [] })),
  },
  { requiredKeys: ['id', 'imp'] },
) as unknown as fc.Arbitrary<BidRequest>;

const modes = fc.constantFrom('strict' as const, 'move' as const);
const budget = runs(200);

/** As serialized. */
const wire = (request: BidRequest): BidRequest => JSON.parse(JSON.stringify(request)) as BidRequest;

describe('for any request', () => {
  test('down-conversion does not modify its input', () => {
    fc.assert(
      fc.property(requests, modes, (request, mode) => {
        const before = JSON.stringify(request);
        downConvert(deepFreeze(request), mode);
        expect(JSON.stringify(request)).toBe(before);
      }),
      budget,
    );
  });

  test('down-conversion is idempotent', () => {
    fc.assert(
      fc.property(requests, modes, (request, mode) => {
        const once = downConvert(request, mode);
        expect(downConvert(once, mode)).toBe(once);
      }),
      budget,
    );
  });

  test('down- and up-conversion restores moved fields', () => {
    fc.assert(
      fc.property(requests, (request) => {
        const back = structuredClone(wire(downConvert(request, 'move')));
        expect(upConvert(back, false, false)).toBeUndefined();
        expect(back.source?.schain).toEqual(request.source?.schain);
        expect(back.regs?.gdpr).toBe(request.regs?.gdpr);
        expect(back.regs?.us_privacy || undefined).toBe(request.regs?.us_privacy || undefined);
        expect(back.user?.consent || undefined).toBe(request.user?.consent || undefined);
        expect(back.user?.eids).toEqual(request.user?.eids);
        expect(back.imp.map(({ rwdd }) => rwdd ?? 0)).toEqual(request.imp.map(({ rwdd }) => rwdd ?? 0));
      }),
      budget,
    );
  });

  test('up-conversion is idempotent', () => {
    fc.assert(
      fc.property(requests, (request) => {
        const down = wire(downConvert(request, 'move'));
        upConvert(down, false, false);
        const once = wire(down);
        expect(upConvert(down, false, false)).toBeUndefined();
        expect(wire(down)).toEqual(once);
      }),
      budget,
    );
  });

  test('a strict 2.5 request has no later fields', () => {
    fc.assert(
      fc.property(requests, (request) => {
        const { site, imp, regs, source, user } = downConvert(request, 'strict');
        const left = [site?.cattax, site?.kwarray, regs?.gpp, regs?.gdpr, source?.schain, user?.consent, user?.eids];
        for (const { ssai, rwdd, video } of imp) left.push(ssai, rwdd, video?.plcmt, video?.poddur);
        expect(left.every((field) => field === undefined)).toBe(true);
      }),
      budget,
    );
  });
});
