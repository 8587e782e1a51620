/** Complete auctions of every endpoint, and all adapters. */

import type { Variant } from '#properties/arbitraries/corrupt-auction.ts';
import { fullRequest } from '#properties/arbitraries/full.ts';
import { type Decoder, decoder, isBounded, isJson } from '../decoder.ts';
import * as seeds from '../seeds.ts';
import { adapterReaders, responseOf } from '../subjects.ts';

const VARIANTS = ['go', 'java'] as const;

const STATUSES: ReadonlySet<number> = new Set([200, 400, 401, 503]);
/** The one documented 500 (Java variant). */
const NAMELESS = "Critical error while running the auction: ext.srv.channel.name can't be empty";

/** Rows of complete auctions: the service responds, with JSON if it is a success. */
const auctions = (
  name: string,
  format: Decoder['format'],
  inputs: readonly string[],
  respond: (variant: Variant, input: string) => ReturnType<typeof responseOf>,
): Decoder[] =>
  VARIANTS.map((variant) =>
    decoder({
      name: `${name}-${variant}`,
      format,
      decode: (input) => respond(variant, input),
      laws: {
        'the status is one of the documented ones': ({ status, body }) => STATUSES.has(status) || (status === 500 && body === NAMELESS),
        'a success is JSON of well-formed Unicode': ({ status, body }) => status !== 200 || (isJson(body) && body.isWellFormed()),
        'the response is at most 20 times as long as the input, and 100 kB': isBounded(20, 100_000),
      },
      seeds: inputs,
    }),
  );

const response = seeds.RESPONSES[0] ?? '';

const headers = { 'user-agent': 'agent', referer: 'https://publisher.example/' };

/** Loaded by the first response: it takes seconds. */
let readers: Awaited<ReturnType<typeof adapterReaders>> | undefined;

export const AUCTIONS: readonly Decoder[] = [
  ...auctions('request', 'json', seeds.REQUESTS, (variant, body) =>
    responseOf(variant, { endpoint: 'auction', http: { body: Buffer.from(body), headers }, response, stored: seeds.STORED }),
  ),
  ...auctions('response', 'json', seeds.RESPONSES, (variant, body) =>
    responseOf(variant, { endpoint: 'auction', http: { body: Buffer.from(JSON.stringify(fullRequest)), headers }, response: body }),
  ),
  ...auctions('video', 'json', seeds.VIDEO_REQUESTS, (variant, body) =>
    responseOf(variant, { endpoint: 'video', http: { body: Buffer.from(body), headers }, response, stored: seeds.STORED }),
  ),
  ...auctions('amp', 'text', seeds.AMP_QUERIES, (variant, query) =>
    responseOf(variant, {
      endpoint: 'amp',
      http: { method: 'GET', query: Object.fromEntries(new URLSearchParams(query)), headers },
      response,
      stored: seeds.STORED,
    }),
  ),
  decoder({
    name: 'adapters',
    format: 'json',
    decode: async (body) => {
      readers ??= await adapterReaders();
      return readers.map((read) => (JSON.stringify(read(body)) ?? '').length);
    },
    laws: {
      'no adapter makes of a response more than 40 times its length': (lengths, body) =>
        lengths.every((length) => length <= 40 * JSON.stringify(body).length + 5000),
    },
    seeds: seeds.PARTNER_RESPONSES,
    maxLength: 10_000,
  }),
];
