import { describe, expect, test } from 'vitest';
import { fillGpc } from '#src/auction/validate/gpc.ts';
import type { BidRequest, Regs } from '#src/wire/ortb.ts';

function filled(regs: Regs | undefined, header?: string): Regs | undefined {
  const request: BidRequest = { id: 'r', imp: [], regs };
  fillGpc(request, header === undefined ? {} : { 'sec-gpc': header });
  return request.regs;
}

describe('global privacy control', () => {
  test('comes from the header where the request says nothing', () => {
    expect(filled(undefined, '1')).toEqual({ ext: { gpc: '1' } });
    expect(filled({ ext: { other: 1 } }, '1')).toEqual({ ext: { other: 1, gpc: '1' } });
    expect(filled({}, '"1"')).toEqual({ ext: { gpc: '1' } });
  });

  test('stays as the request says', () => {
    expect(filled({ ext: { gpc: '0' } }, '1')).toEqual({ ext: { gpc: '0' } });
    expect(filled({ ext: { gpc: '1' } }, '0')).toEqual({ ext: { gpc: '1' } });
  });

  test('is not set by other headers', () => {
    expect(filled(undefined, '0')).toBeUndefined();
    expect(filled(undefined)).toBeUndefined();
  });

  test('becomes a text where it is a number', () => {
    expect(filled({ ext: { gpc: 1, other: 2 } })).toEqual({ ext: { gpc: '1', other: 2 } });
  });

  test('is not put into an ext that is no object', () => {
    expect(filled({ ext: 'text' as never }, '1')).toEqual({ ext: 'text' });
  });
});
