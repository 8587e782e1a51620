/** Laws of signed requests. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { awsQuery, signGet } from '#src/aws/sigv4.ts';
import { percentEncode } from '#src/lang/percent.ts';
import { keyOf } from '#src/stores/s3-bucket.ts';
import { KEYS, signatureOf } from '#test/helpers/s3-server.ts';
import { unicodeString } from './arbitraries/unicode-string.ts';
import { runs } from './runs.ts';

const credentials = { accessKeyId: KEYS.id, secretAccessKey: KEYS.secret, sessionToken: '' };

describe('a signed request', () => {
  test('is accepted by a server that computes the signature from the received request, for any path and query', () => {
    fc.assert(
      fc.property(unicodeString(), fc.array(fc.tuple(fc.string({ minLength: 1 }), fc.string()), { maxLength: 4 }), (text, query) => {
        const path = `/${text.split('/').map(percentEncode).join('/')}`;
        const unsigned = { host: 'bucket.example:9000', path, query };
        const headers = signGet(unsigned, credentials, { region: 'r', service: 's3', at: Date.UTC(2026, 1, 3) });
        const url = query.length > 0 ? `${path}?${awsQuery(query)}` : path;
        const wanted = signatureOf('GET', url, { ...headers, host: unsigned.host }, KEYS.secret);
        expect(headers['authorization']).toMatch(new RegExp(`Signature=${wanted}$`));
        expect(new URL(`http://h${url}`).href.length).toBeGreaterThan(0);
      }),
      runs(200),
    );
  });
});

describe('a key made from an id', () => {
  test('lies below its folder for any id', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('..', '.', '/', 'a', '%2e', '\\', 'accounts'), { maxLength: 8 }), (parts) => {
        const key = keyOf('folder', parts.join(''));
        if (key !== undefined)
          expect(decodeURI(new URL(`http://h/${key.split('/').map(percentEncode).join('/')}`).pathname)).toMatch(/^\/folder\/.+\.json$/);
      }),
      runs(300),
    );
  });
});
