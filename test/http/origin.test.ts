import { expect, test } from 'vitest';
import { originOf } from '#src/http/origin.ts';

test('the origin of the own port is one that this machine can call', () => {
  expect([originOf('0.0.0.0', 80), originOf('::', 80), originOf('10.0.0.1', 80), originOf('fd00::1', 80), originOf('::', 0)]).toEqual([
    'http://127.0.0.1:80',
    'http://127.0.0.1:80',
    'http://10.0.0.1:80',
    'http://[fd00::1]:80',
    undefined,
  ]);
});
