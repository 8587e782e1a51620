import { describe, expect, test } from 'vitest';
import { findClientIp, maskIpv6, PrivateNetworks, parseAddress, privateNetworksOf } from '#src/auction/validate/client-ip.ts';
import { testServices } from '#test/helpers/services.ts';

const networks = privateNetworksOf(testServices().config);
const find = (headers: Record<string, string>, remoteAddress = '') => findClientIp({ headers, remoteAddress }, networks);

describe('the caller’s address', () => {
  test('is read from the first header with a public one', () => {
    const all = { 'true-client-ip': '10.0.0.1', 'x-forwarded-for': 'unknown, 192.168.0.1, 8.8.8.8, 9.9.9.9', 'x-real-ip': '7.7.7.7' };
    expect(find(all, '6.6.6.6:80')).toEqual({ text: '8.8.8.8', version: 4 });
    expect(find({ ...all, 'true-client-ip': ' 5.5.5.5 ' })).toEqual({ text: '5.5.5.5', version: 4 });
    expect(find({ 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '7.7.7.7' }, '6.6.6.6:80')).toEqual({ text: '7.7.7.7', version: 4 });
  });

  test("defaults to the socket's, with or without a port", () => {
    expect(find({}, '6.6.6.6:80')).toEqual({ text: '6.6.6.6', version: 4 });
    expect(find({}, '6.6.6.6')).toEqual({ text: '6.6.6.6', version: 4 });
    expect(find({}, '[5555::1]:80')).toEqual({ text: '5555::1', version: 6 });
    expect(find({}, '5555::1')).toEqual({ text: '5555::1', version: 6 });
    expect(find({}, 'socket')).toBeUndefined();
    expect(find({}, '')).toBeUndefined();
  });

  test('is IPv4 if a dual-stack socket maps it', () => {
    expect(find({}, '::ffff:6.6.6.6')).toEqual({ text: '6.6.6.6', version: 4 });
    expect(find({}, '[::FFFF:6.6.6.6]:80')).toEqual({ text: '6.6.6.6', version: 4 });
    expect(find({}, '::ffff:127.0.0.1')).toBeUndefined();
  });

  test('is IPv4 if the socket of a proxy maps it', () => {
    expect(find({ 'x-forwarded-for': '::ffff:10.0.0.1, ::ffff:9.9.9.9' })).toEqual({ text: '9.9.9.9', version: 4 });
    expect(find({ 'true-client-ip': '::ffff:a00:1', 'x-real-ip': '::FFFF:0707:0707' })).toEqual({ text: '7.7.7.7', version: 4 });
  });

  test('may have the port that a proxy adds', () => {
    expect(find({ 'x-forwarded-for': '10.0.0.1:443, 9.9.9.9:51234' })).toEqual({ text: '9.9.9.9', version: 4 });
    expect(find({ 'true-client-ip': '[2A00::1]:443' })).toEqual({ text: '2a00::1', version: 6 });
    expect(find({ 'x-real-ip': ' 7.7.7.7:80 ' })).toEqual({ text: '7.7.7.7', version: 4 });
    expect(find({ 'x-real-ip': '7.7.7.7:port' })).toBeUndefined();
  });

  test('is written in canonical form', () => {
    expect(find({ 'x-real-ip': '2A00:0000:0000::0001' })).toEqual({ text: '2a00::1', version: 6 });
  });

  test('is absent when private, with a zone, or not an address', () => {
    expect(find({ 'x-real-ip': 'fe80::1' })).toBeUndefined();
    expect(parseAddress('2a00::1%eth0')).toBeUndefined();
    expect(parseAddress('01.2.3.4')).toBeUndefined();
  });
});

describe('private networks', () => {
  test('are compared by IP version', () => {
    const private4 = new PrivateNetworks(['1.0.0.0/8'], []);
    expect(private4.has({ text: '1.2.3.4', version: 4 })).toBe(true);
    expect(private4.has({ text: '::ffff:1.2.3.4', version: 6 })).toBe(false);
  });

  test('are compiled once per host', () => {
    const { config } = testServices();
    expect(privateNetworksOf(config)).toBe(privateNetworksOf(config));
  });

  test('include multicast and broadcast addresses in the Java variant', () => {
    const java = privateNetworksOf(testServices({ settings: { variant: 'java' } }).config);
    for (const text of ['224.0.0.1', '255.255.255.255', '127.0.0.9']) expect(java.has({ text, version: 4 })).toBe(true);
    expect(privateNetworksOf(testServices().config).has({ text: '224.0.0.1', version: 4 })).toBe(false);
  });

  test('must be networks', () => {
    const settings = { request_validation: { ipv4_private_networks: ['10.0.0.0'], ipv6_private_networks: ['fc00::/129'] } };
    expect(() => testServices({ settings })).toThrow(/must be an IPv4 network[\s\S]*must be an IPv6 network/);
  });
});

describe('a truncated IPv6 address', () => {
  test('retains its first bits', () => {
    expect(maskIpv6('2a00:1:2:3:4:5:6:7', 64)).toBe('2a00:1:2:3::');
    expect(maskIpv6('2a00:1:2:ffff:4:5:6:7', 52)).toBe('2a00:1:2:f000::');
    expect(maskIpv6('2a00::1', 128)).toBe('2a00::1');
    expect(maskIpv6('2a00:0:0:1:1:1:1:1', 96)).toBe('2a00::1:1:1:0:0');
    expect(maskIpv6('2a00::1', 0)).toBe('::');
  });
});
