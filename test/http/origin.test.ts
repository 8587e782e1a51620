import { expect, test } from 'vitest';
import { hostSchema } from '#src/config/schema.ts';
import { originOf } from '#src/http/origin.ts';

const originAt = (host: string, port = 80, tls: object = {}) => originOf(hostSchema.parse({ host, tls }), port);

test('the origin of the own port is one that this machine can call', () => {
  expect(['', '0.0.0.0', '::'].map((host) => originAt(host))).toEqual(Array(3).fill('http://127.0.0.1:80'));
  expect([originAt('10.0.0.1'), originAt('fd00::1'), originAt('::', 0)]).toEqual(['http://10.0.0.1:80', 'http://[fd00::1]:80', undefined]);
  expect(originAt('::', 443, { cert: 'cert.pem', key: 'key.pem' })).toBe('https://127.0.0.1:443');
});
