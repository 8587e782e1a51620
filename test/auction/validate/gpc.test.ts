import { describe, expect, test } from 'vitest';
import { fillGpc } from '#src/auction/validate/gpc.ts';
import type { BidRequest, Regs } from '#src/openrtb/ortb.ts';

function filled(regs: Regs | undefined, header?: string): Regs | undefined {
  const request: BidRequest = { id: 'r', imp: [], regs };
  fillGpc(request, header === undefined ? {} : { 'sec-gpc': header });
  return request.regs;
}

describe('global privacy control', () => {
  test('is read from the header if the request has none', () => {
    expect(filled(undefined, '1')).toEqual({ ext: { gpc: '1' } });
    expect(filled({ ext: { other: 1 } }, '1')).toEqual({ ext: { other: 1, gpc: '1' } });
    expect(filled({}, '"1"')).toEqual({ ext: { gpc: '1' } });
  });

  test('is kept if the request has a value', () => {
    expect(filled({ ext: { gpc: '0' } }, '1')).toEqual({ ext: { gpc: '0' } });
    expect(filled({ ext: { gpc: '1' } }, '0')).toEqual({ ext: { gpc: '1' } });
  });

  test('is not set by other headers', () => {
    expect(filled(undefined, '0')).toBeUndefined();
    expect(filled(undefined)).toBeUndefined();
  });

  test('becomes a string if it is a number', () => {
    expect(filled({ ext: { gpc: 1, other: 2 } })).toEqual({ ext: { gpc: '1', other: 2 } });
  });

  test('is not set in an ext that is not an object', () => {
    expect(filled({ ext: 'text' as never }, '1')).toEqual({ ext: 'text' });
  });
});
