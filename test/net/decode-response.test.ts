import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { decodeResponse } from '#src/net/decode-response.ts';

const text = '{"seatbid":[]}'.repeat(20);

test.each([
  ['gzip', gzipSync(text)],
  ['X-GZIP', gzipSync(text)],
  ['deflate', deflateSync(text)],
  ['deflate', deflateRawSync(text)],
  ['identity', Buffer.from(text)],
])('a body of the content coding %s is decoded, whole and in parts', (coding, body) => {
  expect(decodeResponse([body], coding, 1000)).toBe(text);
  expect(decodeResponse([body.subarray(0, 1), body.subarray(1)], coding, 1000)).toBe(text);
});

test.each([['gzip'], ['deflate']])('a body of the content coding %s has a limit, and must be complete', (coding) => {
  const body = coding === 'gzip' ? gzipSync(text) : deflateRawSync(text);
  expect(() => decodeResponse([body], coding, text.length - 1)).toThrow();
  expect(() => decodeResponse([body.subarray(0, -5)], coding, 1000)).toThrow();
});
