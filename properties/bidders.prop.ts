import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Adapter, BidderDefinition, Builder, Call, HttpResponse, MadeBids, RequestInfo, SharedRequest } from '#src/bidders/bidder.ts';
import { findDefinitions } from '#src/bidders/definitions.ts';
import { toDraft4 } from '#src/bidders/params/schema.ts';
import { deepFreeze } from './arbitraries/freeze.ts';
import { json, jsonObject } from './arbitraries/json.ts';
import { valuesOf } from './arbitraries/params.ts';
import { pathsOf, validRequests, withValueAt } from './arbitraries/request.ts';
import { runs } from './runs.ts';

const definitions = await findDefinitions();
/** Enough runs per bidder within a few seconds for all. */
const budget = runs(Math.max(10, Math.min(100, Math.floor(3000 / definitions.length))));

const DIALECTS = ['go', 'java'] as const;

const builderOf = ({ code, info }: BidderDefinition): Builder => ({
  name: code,
  endpoint: info.endpoint || 'https://partner.example/bid',
  extraInfo: info.extraInfo ?? '',
  platformId: info.platformId ?? '5',
  appSecret: 'secret',
  xapi: info.xapi ?? { username: '', password: '', tracker: '' },
  server: { externalUrl: 'https://host.example', gvlId: 1, dataCenter: 'eu' },
  env: { now: () => 1_800_000_000_000, random: () => 7n, uuid: () => '00000000-0000-4000-8000-000000000000', version: '1.0' },
});

const EXTENDED = ['site', 'app', 'dooh', 'user', 'device', 'regs', 'source', 'ext'] as const;

/** A request as adapters receive it: one bidder's params in each imp, unexpected values in any `ext`. */
const requestsWith = (params: fc.Arbitrary<unknown>): fc.Arbitrary<SharedRequest> =>
  fc
    .tuple(
      validRequests(['any']),
      fc.array(fc.oneof({ weight: 5, arbitrary: params }, { weight: 1, arbitrary: json }), { minLength: 3, maxLength: 3 }),
      fc.array(jsonObject, { minLength: 3, maxLength: 3 }),
      fc.option(fc.constantFrom(...EXTENDED), { nil: undefined }),
      jsonObject,
      fc.constantFrom('', 'USD', 'EUR', 'XXX'),
    )
    .map(([request, own, others, place, ext, bidfloorcur]) => {
      const { srv, ...rest } = ext;
      const imp = request.imp.map((one, i) => ({ ...one, bidfloorcur, ext: { ...others[i], srv: {}, bidder: own[i] } }));
      const made: { [field: string]: unknown } = { ...request, imp };
      if (place === 'ext') made['ext'] = { ...rest, srv: request.ext?.srv };
      else if (place && typeof made[place] === 'object') made[place] = { ...made[place], ext: { ...rest, data: srv } };
      return made as unknown as SharedRequest;
    });

const infos: fc.Arbitrary<RequestInfo> = fc.constantFrom(undefined, 'amp', 'video').map((endpoint) => ({
  endpoint: endpoint as RequestInfo['endpoint'],
  convert: (amount, from, to) => {
    if (from === 'EUR' && to === 'USD') return amount * 1.1;
    throw new Error(`Currency conversion rate not found: '${from}' => '${to}'`);
  },
}));

const bidExts = fc.oneof(
  jsonObject,
  fc.constantFrom('banner', 'video', 'native', 'popup').map((type) => ({ srv: { type }, mediatype: type })),
);
const bids = fc.record(
  {
    id: fc.string(),
    impid: fc.constantFrom('imp-0', 'imp-1', 'imp-0b__mf', 'nobody'),
    price: fc.double({ noNaN: true, noDefaultInfinity: true }),
    adm: fc.constantFrom('<p>${AUCTION_PRICE}</p>', '<VAST></VAST>', '{"native":{"assets":[]}}', '%', 'a+b'),
    mtype: fc.integer({ min: -1, max: 6 }),
    dur: fc.nat(60),
    w: fc.nat(2000),
    h: fc.nat(2000),
    cat: fc.array(fc.string(), { maxLength: 2 }),
    ext: bidExts,
  },
  { requiredKeys: ['impid', 'price'] },
);
const bodies = fc.record(
  {
    id: fc.string(),
    cur: fc.constantFrom('USD', 'EUR', ''),
    seatbid: fc.array(fc.record({ bid: fc.array(bids, { maxLength: 3 }) })),
    ext: jsonObject,
  },
  { requiredKeys: ['seatbid'] },
);
/** A valid response, one with a value replaced, any JSON, any text. */
const messages = fc.oneof(
  bodies.map((body) => JSON.stringify(body)),
  fc.tuple(bodies, fc.nat(), json).map(([body, at, value]) => {
    const paths = pathsOf(body);
    const path = paths[at % paths.length];
    return JSON.stringify(path ? withValueAt<unknown>(body, path, value) : value);
  }),
  json.map((value) => JSON.stringify(value)),
  fc.string(),
);
const responses: fc.Arbitrary<HttpResponse> = fc.record({
  status: fc.oneof({ weight: 6, arbitrary: fc.constant(200) }, { weight: 2, arbitrary: fc.constantFrom(0, 201, 204, 400, 503, 999) }),
  headers: fc.oneof(
    fc.constant({}),
    fc.record({ 'x-smt-adtype': fc.constantFrom(['Img'], ['Video'], ['Native'], []), 'x-nbr': fc.constant(['1']) }),
  ),
  body: messages,
});

const nowhere: Call = { method: 'POST', uri: 'https://partner.example', headers: {}, impIds: [] };
const both = (adapter: Adapter, request: SharedRequest, info: RequestInfo, response: HttpResponse) => {
  const made = adapter.makeRequests(request, info);
  const read = (made.calls.length > 0 ? made.calls : [nowhere]).map((call) => adapter.makeBids(request, deepFreeze(call), response));
  return { made, read };
};

const isString = (value: unknown): boolean => typeof value === 'string';

function expectCall({ method, uri, headers, body, impIds }: Call): void {
  expect(['GET', 'POST']).toContain(method);
  expect([uri, ...impIds].every(isString)).toBe(true);
  expect(Object.values(headers).flat().every(isString)).toBe(true);
  expect(['object', 'string', 'undefined']).toContain(typeof body);
  JSON.stringify(body);
}

function expectBids({ result, errors }: MadeBids): void {
  for (const { code, message } of errors) expect([typeof code, typeof message]).toEqual(['number', 'string']);
  for (const { bid, type } of result?.bids ?? []) {
    expect([typeof bid.id, typeof bid.impid, typeof bid.price]).toEqual(['string', 'string', 'number']);
    // Not always one of the four types: some bidders' own types are passed on unchecked.
    expect(isString(type)).toBe(true);
  }
}

describe('every bidder', () => {
  test.each(definitions.map((definition) => [definition.code, definition] as const))(
    '%s makes calls or errors of any request, bids or errors of any response, deterministically',
    (_, definition) => {
      const adapters = DIALECTS.map((dialect) => definition.build(deepFreeze({ ...builderOf(definition), dialect })));
      const requests = requestsWith(valuesOf(toDraft4(definition.params)));
      fc.assert(
        fc.property(requests, infos, responses, fc.constantFrom(...adapters), (request, info, response, adapter) => {
          deepFreeze(request);
          deepFreeze(response);
          const { made, read } = both(adapter, request, info, response);
          made.calls.forEach(expectCall);
          read.forEach(expectBids);
          expect(JSON.stringify(both(adapter, request, info, response))).toBe(JSON.stringify({ made, read }));
        }),
        budget,
      );
    },
  );

  test('sends and reads no data of another bidder', () => {
    const adapters = definitions.map((definition) => [definition.code, definition.build(builderOf(definition))] as const);
    fc.assert(
      fc.property(requestsWith(fc.constant({ placementId: '1' })), infos, ({ imp, ...request }, info) => {
        const own = adapters.map(([code, adapter]) => {
          const mark = `<<${code}>>`;
          const imps = imp.map((one) => ({ ...one, tagid: mark, ext: { bidder: { placementId: mark, id: mark } } }));
          const mine = { ...request, id: mark, imp: imps, user: { id: mark } } as unknown as SharedRequest;
          const body = JSON.stringify({ id: mark, seatbid: [{ bid: [{ impid: 'imp-0', id: mark, adm: mark, mtype: 1 }] }] });
          return { code, adapter, mine, made: adapter.makeRequests(mine, info), response: { status: 200, headers: {}, body } };
        });
        for (const { code, adapter, mine, made, response } of own) {
          const read = [nowhere, ...made.calls].map((call) => adapter.makeBids(mine, call, response));
          const marks = JSON.stringify([made, read]).match(/<<\w+>>/g) ?? [];
          expect(marks.filter((mark) => mark !== `<<${code}>>`)).toEqual([]);
        }
      }),
      runs(20),
    );
  });
});
