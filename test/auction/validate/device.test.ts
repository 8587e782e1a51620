import { describe, expect, test } from 'vitest';
import { fillDevice, fillDnt, fillUserAgent } from '#src/auction/validate/device.ts';
import type { BidRequest, Device } from '#src/openrtb/ortb.ts';
import { incoming } from '#test/helpers/auction.ts';
import { testServices } from '#test/helpers/services.ts';

const go = testServices().config;
const java = testServices({ settings: { variant: 'java' } }).config;

function filled(device: Device | undefined, headers: Record<string, string>, config = go, remoteAddress = '10.0.0.1'): Device | undefined {
  const request: BidRequest = { id: 'r', imp: [], device };
  fillDevice(request, incoming({ headers, remoteAddress }), config);
  return request.device;
}

describe('the device', () => {
  test("is created from the caller's headers", () => {
    const headers = { 'x-real-ip': '8.8.8.8', 'user-agent': 'Browser/1', dnt: '1' };
    expect(filled(undefined, headers)).toEqual({ ip: '8.8.8.8', ua: 'Browser/1', dnt: 1 });
    expect(filled(undefined, { 'x-real-ip': '2a00::1' })).toEqual({ ipv6: '2a00::1' });
  });

  test('is not created without data', () => {
    expect(filled(undefined, {})).toBeUndefined();
  });

  test("keeps the request's own values", () => {
    const device = { ip: '9.9.9.9', ua: 'App/2', dnt: 0 };
    expect(filled({ ...device }, { 'x-real-ip': '8.8.8.8', 'user-agent': 'Browser/1', dnt: '1' })).toEqual(device);
    expect(filled({ ipv6: '2a00::9' }, { 'x-real-ip': '8.8.8.8' })).toEqual({ ipv6: '2a00::9' });
  });

  test('loses addresses that are private, malformed or in the wrong field', () => {
    for (const device of [{ ip: '10.1.1.1' }, { ip: 'x' }, { ip: '2a00::1' }, { ipv6: 'fe80::1' }, { ipv6: '8.8.8.8' }]) {
      expect(filled({ ...device }, { 'x-real-ip': '8.8.4.4' })).toEqual({ ip: '8.8.4.4' });
      expect(JSON.stringify(filled({ ...device }, {}))).toBe('{}');
    }
  });

  test('accepts only 0 and 1 as do-not-track header', () => {
    const request: BidRequest = { id: 'r', imp: [] };
    fillDnt(request, { dnt: 'unspecified' }, false);
    expect(request.device).toBeUndefined();
    fillDnt(request, { dnt: '0' }, false);
    expect(request.device).toEqual({ dnt: 0 });
  });
});

describe('the device in the Java variant', () => {
  test('has IPv6 addresses truncated to their prefix', () => {
    expect(filled({ ipv6: '2A00:1:2:3:4::5' }, {}, java)).toEqual({ ipv6: '2a00:1:2:3::' });
    expect(filled(undefined, { 'x-real-ip': '2a00:1:2:3:4::5' }, java)).toEqual({ ipv6: '2a00:1:2:3::' });
  });

  test('prefers the do-not-track header to the request’s own value', () => {
    expect(filled({ dnt: 0 }, { dnt: '1' }, java)).toEqual({ dnt: 1 });
  });

  test('treats a blank user agent as absent', () => {
    const request: BidRequest = { id: 'r', imp: [], device: { ua: ' ' } };
    fillUserAgent(request, { 'user-agent': ' Browser/1 ' }, true);
    expect(request.device).toEqual({ ua: 'Browser/1' });
    fillUserAgent(request, { 'user-agent': 'Other' }, true);
    expect(request.device).toEqual({ ua: 'Browser/1' });
  });
});
