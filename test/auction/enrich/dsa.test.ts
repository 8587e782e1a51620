import { describe, expect, test } from 'vitest';
import { defaultDsa } from '#src/auction/enrich/dsa.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';

const request = (over: Partial<BidRequest> = {}): BidRequest => ({ id: 'r', imp: [], ...over });
const dsa = { dsarequired: 3 };

describe('defaultDsa', () => {
  test('sets the account object and keeps the rest of regs', () => {
    const own = request({ regs: { coppa: 1, ext: { gpc: '1' } } });
    defaultDsa(own, { default: dsa, gdpr_only: false }, false);
    expect(own.regs).toEqual({ coppa: 1, ext: { gpc: '1', dsa } });
  });

  test('reads an object stored as a string', () => {
    const own = request();
    const settings = { default: '{"dsarequired":3}', gdpr_only: true };
    defaultDsa(own, settings, true);
    expect(own.regs).toEqual({ ext: { dsa } });
  });

  test("never replaces the request's own value", () => {
    const own = request({ regs: { ext: { dsa: { dsarequired: 1 } } } });
    defaultDsa(own, { default: dsa, gdpr_only: false }, true);
    expect(own.regs).toEqual({ ext: { dsa: { dsarequired: 1 } } });
  });

  test.each([
    ['there is no default', { gdpr_only: false }],
    ['the account requires the GDPR and it does not apply', { default: dsa, gdpr_only: true }],
    ['the text is no JSON', { default: '{', gdpr_only: false }],
    ['the text is no object', { default: '3', gdpr_only: false }],
  ])('does nothing if %s', (_, settings) => {
    const own = request();
    defaultDsa(own, settings, false);
    expect(own).toEqual(request());
  });
});
