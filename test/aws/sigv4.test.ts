/** Compared with the examples Amazon publishes in "Signature Calculations for the Authorization Header" of the S3 API. */
import { expect, test } from 'vitest';
import { awsQuery, signGet } from '#src/aws/sigv4.ts';
import { percentEncode } from '#src/lang/percent.ts';

const credentials = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', sessionToken: '' };
const scope = { region: 'us-east-1', service: 's3', at: Date.UTC(2013, 4, 24) };
const host = 'examplebucket.s3.amazonaws.com';
const CREDENTIAL = 'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request';
const DEFAULTS = 'host;x-amz-content-sha256;x-amz-date';

test.each([
  {
    what: 'an object with a range',
    unsigned: { path: '/test.txt', query: [], headers: { range: 'bytes=0-9' } },
    names: 'host;range;x-amz-content-sha256;x-amz-date',
    signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
  {
    what: 'a parameter without a value',
    unsigned: { path: '/', query: [['lifecycle', '']] as const },
    names: DEFAULTS,
    signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  },
  {
    what: 'a listing',
    unsigned: {
      path: '/',
      query: [
        ['prefix', 'J'],
        ['max-keys', '2'],
      ] as const,
    },
    names: DEFAULTS,
    signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  },
])('the AWS signer signs $what as published', ({ unsigned, names, signature }) => {
  const { authorization } = signGet({ host, ...unsigned }, credentials, scope);
  expect(authorization).toBe(`${CREDENTIAL},SignedHeaders=${names},Signature=${signature}`);
});

test('the AWS signer sends and signs the token of temporary credentials', () => {
  const headers = signGet({ host, path: '/', query: [] }, { ...credentials, sessionToken: 'token' }, scope);
  expect(headers).toMatchObject({ 'x-amz-date': '20130524T000000Z', 'x-amz-security-token': 'token' });
  expect(headers['authorization']).toContain('SignedHeaders=host;x-amz-content-sha256;x-amz-date;x-amz-security-token,');
});

test('the AWS signer encodes and sorts as required', () => {
  expect(percentEncode("a b/c+d~é!'()*\ud800")).toBe('a%20b%2Fc%2Bd~%C3%A9%21%27%28%29%2A%EF%BF%BD');
  expect(
    awsQuery([
      ['b', '2'],
      ['a-b', '1'],
      ['a', 'y'],
      ['a', 'x'],
    ]),
  ).toBe('a=x&a=y&a-b=1&b=2');
});
