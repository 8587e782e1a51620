import { describe, expect, test } from 'vitest';
import { failures, run } from './arbitraries/corrupt-auction.ts';
import { fullRequest, fullResponse, nativeMarkup } from './arbitraries/full.ts';
import { withValueAt } from './arbitraries/request.ts';

/** Has no string conversion: `String(value)` throws. */
const WORST = { toString: 1, valueOf: 1 };

/** Values that break code which trusts a field's type. */
const HOSTILE: readonly unknown[] = [
  [{ toString: null }],
  JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}'),
  null,
  '',
  'text',
  -1,
  1e308,
  true,
  [],
  {},
  [[[]]],
];

const worst = (index: number): readonly unknown[] => [WORST, HOSTILE[index % HOSTILE.length]];

describe.each(['go', 'java'] as const)('variant %s', (variant) => {
  test('the generated request and response are valid', () => {
    const { auction, errors } = run(variant, fullRequest, fullResponse);
    expect([auction.rejection, errors, auction.clientResponse?.status]).toEqual([undefined, [], 200]);
    expect(auction.clientResponse?.body).toContain('"seatbid":[{');
  });

  test('no value of a request field makes the service fail', () => {
    expect(failures(variant, fullRequest, worst, (corrupt) => run(variant, corrupt, fullResponse))).toEqual([]);
  });

  test('no value of a bidder response field makes the service fail', () => {
    expect(failures(variant, fullResponse, worst, (corrupt) => run(variant, fullRequest, corrupt))).toEqual([]);
  });

  test('no value of a native creative field makes the service fail', () => {
    const inResponse = (markup: unknown) => withValueAt(fullResponse, ['seatbid', 0, 'bid', 2, 'adm'], JSON.stringify(markup));
    expect(failures(variant, nativeMarkup, worst, (corrupt) => run(variant, fullRequest, inResponse(corrupt)))).toEqual([]);
  });

  test('no value reaches a prototype', () => {
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });
});
