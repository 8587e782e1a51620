import { describe, expect, test } from 'vitest';
import { applyIosLmt, classifyIos, SEMANTIC } from '#src/auction/validate/ios-lmt.ts';
import type { BidRequest, Device } from '#src/openrtb/ortb.ts';

function lmtOf(device: Device, maxParts = SEMANTIC, request: Partial<BidRequest> = { app: {} }): number | undefined {
  const full: BidRequest = { id: 'r', imp: [], device, ...request };
  applyIosLmt(full, maxParts);
  return device.lmt;
}

describe('the limit of ad tracking of an iOS app', () => {
  test('follows from the advertising id on 14.0 and 14.1', () => {
    expect(lmtOf({ os: 'IOS', osv: '14.0', ifa: 'id', lmt: 1 })).toBe(0);
    expect(lmtOf({ os: 'iOS', osv: '14.1.2', ifa: '' })).toBe(1);
  });

  test('follows from the tracking choice from 14.2 on', () => {
    expect(lmtOf({ os: 'ios', osv: '17.5', ext: { atts: 3 } })).toBe(0);
    expect(lmtOf({ os: 'ios', osv: '14.2', ext: { atts: 2 } })).toBe(1);
    expect(lmtOf({ os: 'ios', osv: '14.2', ext: { atts: 7 }, lmt: 0 })).toBe(0);
    expect(lmtOf({ os: 'ios', osv: '14.2', ext: 'text' as never })).toBeUndefined();
  });

  test('is unchanged elsewhere', () => {
    expect(lmtOf({ os: 'android', osv: '14.0' })).toBeUndefined();
    expect(lmtOf({ os: 'ios', osv: '14.0' }, SEMANTIC, { site: {} })).toBeUndefined();
    expect(lmtOf({ os: 'ios', osv: '13.7' })).toBeUndefined();
    expect(lmtOf({ os: 'ios' })).toBeUndefined();
  });

  test('accepts versions with many parts in the Java variant only', () => {
    expect(lmtOf({ os: 'ios', osv: '14.0.1.2' })).toBeUndefined();
    expect(lmtOf({ os: 'ios', osv: '14.0.1.2' }, Number.POSITIVE_INFINITY)).toBe(1);
    expect(classifyIos('14.-1', SEMANTIC)).toBe('unknown');
  });
});
