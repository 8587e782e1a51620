/** Responses of bidders as bytes: valid and broken ones, in any pieces, compared with the client of Node. */
import { request } from 'node:http';
import type { Socket } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hostSchema } from '#src/config/schema.ts';
import { ResponseParser } from '#src/net/client/response-parser.ts';
import { PoolTransport } from '#src/net/http.ts';
import { type RawServer, rawServer } from '#test/helpers/raw-server.ts';
import { unicodeString } from './arbitraries/unicode-string.ts';
import { runs } from './runs.ts';

const CRLF = '\r\n';
const token = fc.stringMatching(/^[a-zA-Z0-9!#$%&'*+.^_`|~-]{1,12}$/);
const value = fc.stringMatching(/^[\x21-\x7e\xa1-\xff]?[ \t\x21-\x7e\xa1-\xff]{0,20}$/);
const line = fc.tuple(token, fc.constantFrom('', ' ', '\t '), value).map(([name, blank, text]) => `X-${name}:${blank}${text}${CRLF}`);
const lines = fc.array(line, { maxLength: 5 }).map((all) => all.join(''));
const body = unicodeString({ maxLength: 60 }).map((text) => Buffer.from(text).toString('latin1'));
const interim = fc.array(fc.constantFrom('100 Continue', '102 Processing', '103 Early Hints'), { maxLength: 2 });

/** A chunked body with trailers. @param extensions of its chunks */
const chunked = (extensions: readonly string[]) =>
  fc.tuple(fc.array(fc.tuple(body, fc.constantFrom(...extensions), fc.boolean()), { maxLength: 4 }), lines).map(([chunks, trailers]) => {
    const size = ({ length }: string, upper: boolean): string => (upper ? length.toString(16).toUpperCase() : `0${length.toString(16)}`);
    const parts = chunks.filter(([chunk]) => chunk !== '').map(([chunk, extension, upper]) => [size(chunk, upper) + extension, chunk, '']);
    return `${parts.map((part) => part.join(CRLF)).join('')}0${CRLF}${trailers}${CRLF}`;
  });

/** The lines about the body, and the body. */
const framed = (extensions: readonly string[]) =>
  fc.oneof(
    body.map((text) => [`Content-Length: ${text.length}${CRLF}`, text] as const),
    chunked(extensions).map((text) => [`Transfer-Encoding: chunked${CRLF}`, text] as const),
    body.map((text) => [`Connection: close${CRLF}`, text] as const),
    body.map((text) => ['', text] as const),
  );
const status = fc.oneof(fc.constantFrom(200, 204, 304, 404, 500), fc.integer({ min: 200, max: 599 }));
const reason = fc.constantFrom('', ' ', ' OK', ' Not at all');

const response = (extensions: readonly string[]): fc.Arbitrary<string> =>
  fc.tuple(interim, status, reason, lines, framed(extensions), lines).map(([before, code, phrase, first, [framing, text], second]) => {
    const head = `HTTP/1.1 ${code}${phrase}${CRLF}${first}${framing}${second}${CRLF}`;
    const hasBody = code !== 204 && code !== 304;
    return `${before.map((each) => `HTTP/1.1 ${each}${CRLF}${CRLF}`).join('')}${head}${hasBody ? text : ''}`;
  });
const valid = response(['', '', ';a', ';a=b', ';a="b c"']);

const FRAMINGS = [
  'Content-Length: 3',
  'Content-Length: 3, 3',
  'Content-Length: -1',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: gzip',
  ' folded',
];
/** Characters replaced, inserted or removed; lines about the body added; the end missing. Extensions of chunks are ignored, broken or not. */
const broken = fc
  .tuple(response(['']), fc.nat(), fc.constantFrom('\0', '\n', '\r', '\r\n', ':', ' ', '\x80', 'x', '0', ...FRAMINGS), fc.nat(3))
  .map(([text, position, inserted, kind]) => {
    const at = position % text.length;
    if (kind === 0) return text.slice(0, at) + inserted + text.slice(at + 1);
    if (kind === 1) return text.slice(0, at);
    if (kind === 2) return text.slice(0, at) + text.slice(at + 1);
    return FRAMINGS.includes(inserted) ? text.replace(CRLF, `${CRLF}${inserted}${CRLF}`) : text.slice(0, at) + inserted + text.slice(at);
  });

/** The same bytes in pieces. */
const inPieces = (text: fc.Arbitrary<string>): fc.Arbitrary<Buffer[]> =>
  fc.tuple(text, fc.array(fc.nat(), { maxLength: 6 })).map(([all, positions]) => {
    const bytes = Buffer.from(all, 'latin1');
    const ends = [...positions.map((position) => position % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
    return ends.map((end, i) => bytes.subarray(ends[i - 1] ?? 0, end)).filter((piece) => piece.length > 0);
  });

type Result = { readonly status: number; readonly headers: object; readonly body: string } | 'failed';

/** What the parser makes of bytes that arrive in pieces. */
function parse(pieces: readonly Buffer[]): { readonly head?: object; readonly body: string; readonly end?: unknown } {
  const found: { head?: object; body: string; end?: unknown } = { body: '' };
  const parser = new ResponseParser({
    onHead: ({ status: code, headers }) => {
      found.head = { code, headers };
    },
    onBody: (part) => {
      found.body += part.toString('latin1');
    },
  });
  let before = 0;
  try {
    for (const piece of pieces) {
      const end = parser.parse(piece);
      if (end >= 0) return { ...found, end: before + end };
      before += piece.length;
    }
  } catch (cause) {
    return { ...found, end: String(cause) };
  }
  return { ...found, end: 'incomplete' };
}

describe('the parser of responses', () => {
  test('gives the same result however the bytes are split', () => {
    fc.assert(
      fc.property(inPieces(fc.oneof(valid, broken)), (pieces) => {
        expect(parse(pieces)).toEqual(parse([Buffer.concat(pieces)]));
      }),
      runs(1000),
    );
  });
});

describe('the client', () => {
  let server: RawServer;
  let pieces: readonly Buffer[] = [];
  const transport = new PoolTransport(hostSchema.parse({}).http_client, false);

  function write(socket: Socket, [piece, ...rest]: readonly Buffer[]): void {
    if (piece) socket.write(piece, () => setImmediate(write, socket, rest));
    else socket.end();
  }

  beforeAll(async () => {
    server = await rawServer((socket) => write(socket, pieces));
  });
  afterAll(async () => {
    await transport.close();
    await server.close();
  });

  const ours = (): Promise<Result> =>
    new Promise((resolve) => {
      transport.send({ bidder: 'b', method: 'GET', uri: server.origin, headers: {}, gzip: false }, (exchanged) =>
        resolve(exchanged.kind === 'response' ? exchanged.response : 'failed'),
      );
    });

  const nodes = (): Promise<Result> =>
    new Promise((resolve) => {
      const failed = (): void => resolve('failed');
      const call = request(server.origin, { agent: false }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', failed);
        response.on('end', () => {
          const headers = { ...response.headersDistinct };
          resolve({ status: response.statusCode ?? 0, headers, body: Buffer.concat(chunks).toString('utf8') });
        });
      });
      call.on('error', failed);
      call.on('upgrade', (_response, socket) => {
        socket.destroy();
        failed();
      });
      call.end();
    });

  test('receives valid responses like the client of Node', async () => {
    await fc.assert(
      fc.asyncProperty(inPieces(valid), async (sent) => {
        pieces = sent;
        expect(await ours()).toEqual(await nodes());
      }),
      runs(150),
    );
  });

  test('accepts no response that the client of Node rejects or understands differently', async () => {
    await fc.assert(
      fc.asyncProperty(inPieces(broken), async (sent) => {
        pieces = sent;
        const result = await ours();
        // Bytes after a response close the connection, but the response is complete; Node may not deliver it.
        const { end } = parse(sent);
        const hasMore = typeof end === 'number' && end < Buffer.concat(sent).length;
        if (result !== 'failed' && !hasMore) expect(result).toEqual(await nodes());
      }),
      runs(300),
    );
  });
});
