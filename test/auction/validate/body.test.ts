import { deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { aBody, intake } from '#test/helpers/intake.ts';

const text = JSON.stringify(aBody());
const gzip = gzipSync(text);
const sent = (encoding: string) => ({ http: { headers: { 'content-encoding': encoding } } });

describe('a body', () => {
  test('is unpacked when the header says so, in any case', async () => {
    for (const name of ['gzip', 'GZIP']) expect((await intake(gzip, sent(name))).refused).toBeUndefined();
  });

  test('is unpacked when the query says so', async () => {
    for (const asked of ['1', 'true']) expect((await intake(gzip, { http: { query: { gzip: asked } } })).refused).toBeUndefined();
    expect((await intake(text, { http: { query: { gzip: '0' } } })).refused).toBeUndefined();
  });

  test('is not unpacked where the host does not take it, or in ways it does not know', async () => {
    const off = { settings: { compression: { request: { enable_gzip: false } } } };
    expect((await intake(gzip, { ...off, ...sent('gzip') })).refused).toEqual(['Content-Encoding of type gzip is not supported']);
    expect((await intake(gzip, { ...off, http: { query: { gzip: '1' } } })).refused).toEqual([
      'Content-Encoding of type gzip is not supported',
    ]);
    expect((await intake(text, sent('br'))).refused).toEqual(['Content-Encoding of type br is not supported']);
    expect((await intake(deflateSync(text), sent('deflate'))).refused).toEqual(['Content-Encoding of type deflate is not supported']);
  });

  test('may be deflated for the Java variant', async () => {
    expect((await intake(deflateSync(text), { settings: { variant: 'java' }, ...sent('deflate') })).refused).toBeUndefined();
  });

  test('that is not what it says is refused', async () => {
    expect((await intake(text, sent('gzip'))).refused).toEqual(['Invalid body: incorrect header check']);
  });

  test('may have exactly the limit, packed or not, and no byte more', async () => {
    const fits = { settings: { max_request_size: text.length } };
    const tooLong = { settings: { max_request_size: text.length - 1 } };
    const refusal = { kind: 'tooLarge', messages: [`request size exceeded max size of ${text.length - 1} bytes.`] };
    expect((await intake(text, fits)).refused).toBeUndefined();
    expect((await intake(gzip, { ...fits, ...sent('gzip') })).refused).toBeUndefined();
    expect((await intake(text, tooLong)).auction.refusal).toEqual(refusal);
    expect((await intake(gzip, { ...tooLong, ...sent('gzip') })).auction.refusal).toEqual(refusal);
  });

  test('that unpacks to far more than allowed is refused without being unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    expect((await intake(bomb, sent('gzip'))).auction.refusal?.kind).toBe('tooLarge');
  });
});

describe('a body that is no request', () => {
  test.each([
    ['', 'expect { or n, but found \u0000'],
    ['malformed', 'expect { or n, but found m'],
    ['[]', 'expect { or n, but found ['],
    [' "text"', 'expect { or n, but found "'],
    ['7', 'expect { or n, but found 7'],
  ])('is refused: %j', async (body, refusal) => {
    expect((await intake(body)).refused).toEqual([refusal]);
  });

  test.each(['{"id":', '{"imp":[{},]}', '{"id":"a","imp":[{},],"ext":{"srv":{"storedrequest":{"id":"1"}}}}', 'nul'])(
    'tells where its JSON breaks off, stored request or not: %s',
    async (body) => {
      expect((await intake(body)).refused?.[0]).toMatch(/^Invalid JSON in Incoming Request: .*JSON/);
    },
  );

  test('and is null counts as an empty one', async () => {
    expect((await intake('null')).refused).toEqual(['request missing required field: "id"']);
  });

  test('is named as the Java variant does', async () => {
    const java = { settings: { variant: 'java' } } as const;
    expect((await intake('', java)).refused).toEqual(['Incoming request has no body']);
    expect((await intake('malformed', java)).refused).toEqual(['Error decoding bidRequest: expect { or n, but found m']);
    expect((await intake('{"tmax":"x"}', java)).refused).toEqual([
      'Error decoding bidRequest: cannot unmarshal request.tmax: unexpected character: "',
    ]);
  });

  test('because it is nested too deeply is refused', async () => {
    expect((await intake(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`)).refused).toEqual([
      'Invalid JSON in Incoming Request: JSON is nested deeper than 200 levels',
    ]);
  });
});

test('the word a body speaks is kept for the answer', async () => {
  const { auction, request } = await intake(text.replaceAll('"srv"', '"prebid"'));
  expect(auction.word).toBe('prebid');
  expect(request.imp[0]?.ext?.srv?.bidder).toEqual({ alpha: { placement: 1 } });
  expect((await intake(text)).auction.word).toBe('srv');
});
