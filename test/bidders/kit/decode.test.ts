import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { toInteger, toNumber } from '#src/bidders/kit/decode.ts';
import { paramsIn } from '#src/bidders/kit/imp-params.ts';
import { readerOf } from '#src/bidders/kit/reader.ts';
import type { SharedImp } from '#src/bidders/kit/spec.ts';

describe('numbers written as strings', () => {
  it.each([
    ['1.5', 1.5, undefined],
    ['-2', -2, -2],
    ['.5e1', 5, undefined],
    ['', undefined, undefined],
    ['320px', undefined, undefined],
    [' 1', undefined, undefined],
    ['-9223372036854775808', -(2 ** 63), -(2 ** 63)],
    ['9223372036854775808', 2 ** 63, undefined],
    ['+00', 0, 0],
    [`-${'0'.repeat(30)}7`, -7, -7],
    ['9'.repeat(20), 1e20, undefined],
  ])('%j is the number %s and the whole number %s', (text, number, integer) => {
    expect([toNumber(text), toInteger(text)]).toEqual([number, integer]);
  });
});

describe('params read outside the pass over imps', () => {
  const read = readerOf(z.object({ zone: z.int() }));

  it.each<[string, unknown, unknown]>([
    ['are those of the imp', { bidder: { ZONE: 1 } }, { value: { zone: 1 } }],
    ['are not read from an ext that is no object', 'x', { error: 'expect { or n, but found "' }],
    ['are not read beside a malformed srv', { srv: 1, bidder: {} }, { error: 'cannot unmarshal srv: expect { or n, but found 1' }],
    ['must have the right types', { bidder: { zone: 'x' } }, { error: 'cannot unmarshal zone: unexpected character: "' }],
  ])('%s', (_, ext, expected) => {
    expect(paramsIn({ id: '1', ext } as SharedImp, read)).toEqual(expected);
  });
});
