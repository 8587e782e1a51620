import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { EventBus } from '#streams/events.ts';
import { aBody, ingest } from '#test/helpers/ingest.ts';

const json = JSON.stringify(aBody());
const gzip = gzipSync(json);
const sent = (encoding: string) => ({ http: { headers: { 'content-encoding': encoding } } });

describe('a body', () => {
  test('is decompressed if the header says so, in any case', async () => {
    for (const name of ['gzip', 'GZIP']) expect((await ingest(gzip, sent(name))).rejected).toBeUndefined();
  });

  test('is decompressed if the query says so', async () => {
    for (const flag of ['1', 'true']) expect((await ingest(gzip, { http: { query: { gzip: flag } } })).rejected).toBeUndefined();
    expect((await ingest(json, { http: { query: { gzip: '0' } } })).rejected).toBeUndefined();
  });

  test('is rejected if compression is disabled or unknown', async () => {
    const off = { settings: { compression: { request: { enable_gzip: false } } } };
    expect((await ingest(gzip, { ...off, ...sent('gzip') })).rejected).toEqual(['Content-Encoding of type gzip is not supported']);
    expect((await ingest(gzip, { ...off, http: { query: { gzip: '1' } } })).rejected).toEqual([
      'Content-Encoding of type gzip is not supported',
    ]);
    expect((await ingest(json, sent('br'))).rejected).toEqual(['Content-Encoding of type br is not supported']);
    expect((await ingest(deflateSync(json), sent('deflate'))).rejected).toEqual(['Content-Encoding of type deflate is not supported']);
  });

  test.each([
    ['deflate', deflateSync(json)],
    ['deflate', deflateRawSync(json)],
    ['x-gzip', gzip],
    ['identity', json],
  ])('may have the content coding %s in the Java variant only', async (coding, body) => {
    expect((await ingest(body, { settings: { variant: 'java' }, ...sent(coding) })).rejected).toBeUndefined();
    expect((await ingest(body, sent(coding))).rejected).toEqual([`Content-Encoding of type ${coding} is not supported`]);
  });

  test('with an unknown coding is rejected in the Java variant', async () => {
    for (const coding of ['br', 'constructor'])
      expect((await ingest(json, { settings: { variant: 'java' }, ...sent(coding) })).rejected).toEqual([
        `Content-Encoding of type ${coding} is not supported`,
      ]);
  });

  test('with corrupt compression is rejected', async () => {
    expect((await ingest(json, sent('gzip'))).rejected).toEqual(['incorrect header check']);
    const java = { settings: { variant: 'java' }, ...sent('gzip') } as const;
    expect((await ingest(json, java)).rejected).toEqual(['Invalid body: incorrect header check']);
  });

  test('may have exactly the limit, compressed or not, and no byte more', async () => {
    const fits = { settings: { max_request_size: json.length } };
    const tooLong = { settings: { max_request_size: json.length - 1 } };
    const rejection = { kind: 'tooLarge', messages: [`request size exceeded max size of ${json.length - 1} bytes.`] };
    expect((await ingest(json, fits)).rejected).toBeUndefined();
    expect((await ingest(gzip, { ...fits, ...sent('gzip') })).rejected).toBeUndefined();
    expect((await ingest(json, tooLong)).auction.rejection).toEqual(rejection);
    expect((await ingest(gzip, { ...tooLong, ...sent('gzip') })).auction.rejection).toEqual(rejection);
  });

  test('beyond the limit is rejected without full decompression', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    expect((await ingest(bomb, sent('gzip'))).auction.rejection?.kind).toBe('tooLarge');
  });
});

describe('a malformed body', () => {
  test.each([
    ['', 'expect { or n, but found \u0000'],
    ['malformed', 'expect { or n, but found m'],
    ['[]', 'expect { or n, but found ['],
    [' "text"', 'expect { or n, but found "'],
    ['7', 'expect { or n, but found 7'],
  ])('is rejected: %j', async (body, rejection) => {
    expect((await ingest(body)).rejected).toEqual([rejection]);
  });

  test.each(['{"id":', '{"imp":[{},]}', '{"id":"a","imp":[{},],"ext":{"srv":{"storedrequest":{"id":"1"}}}}', 'nul'])(
    'reports the position of the JSON error, even if the body names a stored request: %s',
    async (body) => {
      expect((await ingest(body)).rejected?.[0]).toMatch(/^Invalid JSON in Incoming Request: .*JSON/);
    },
  );

  test('of null counts as an empty request', async () => {
    expect((await ingest('null')).rejected).toEqual(['request missing required field: "id"']);
  });

  test("is reported with the Java variant's message", async () => {
    const java = { settings: { variant: 'java' } } as const;
    expect((await ingest('', java)).rejected).toEqual(['Incoming request has no body']);
    expect((await ingest('malformed', java)).rejected).toEqual(['Error decoding bidRequest: expect { or n, but found m']);
    expect((await ingest('{"tmax":"x"}', java)).rejected).toEqual([
      'Error decoding bidRequest: cannot unmarshal request.tmax: unexpected character: "',
    ]);
    expect((await ingest('{"regs":{"ext":{"gdpr":"x"}}}', java)).rejected).toEqual([
      'Error decoding bidRequest: req.regs.ext is invalid: gdpr must be an integer',
    ]);
  });

  test('that is nested too deeply is rejected', async () => {
    expect((await ingest(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`)).rejected).toEqual([
      'Invalid JSON in Incoming Request: JSON is nested deeper than 200 levels',
    ]);
  });
});

test('the extension key of a body is recorded for the response', async () => {
  const { auction, request } = await ingest(json.replaceAll('"srv"', '"prebid"'));
  expect(auction.extKey).toBe('prebid');
  expect(request.imp[0]?.ext?.srv?.bidder).toEqual({ alpha: { placement: 1 } });
  expect((await ingest(json)).auction.extKey).toBe('srv');
});

describe('bytes and text of a body', () => {
  test('are released once read, their lengths stay', async () => {
    const { auction } = await ingest(gzip, sent('gzip'));
    expect(auction.incoming.body).toHaveLength(0);
    expect(auction.incomingBytes).toBe(gzip.length);
    expect(auction.input).toMatchObject({ body: '', bodyBytes: json.length });
  });

  test('of a rejected body are released, too', async () => {
    const { auction } = await ingest('malformed', { settings: { max_request_size: 3 } });
    expect(auction.incoming.body).toHaveLength(0);
    expect(auction.incomingBytes).toBe(9);
  });

  test('are needed by events with bodies: the text stays', async () => {
    const bus = new EventBus();
    const end = bus.observe('bodies');
    expect((await ingest(json, { services: { bus } })).auction.input.body).toBe(json);
    end();
    expect((await ingest(json, { services: { bus } })).auction.input.body).toBe('');
  });
});
