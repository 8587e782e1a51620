/** Generated calls of the public endpoints, for hosts with the same bidders and stored requests. */
import fc from 'fast-check';
import { json } from '#properties/arbitraries/json.ts';
import { valuesOf } from '#properties/arbitraries/params.ts';
import { brokenRequests, type ParamsOf, validRequests } from '#properties/arbitraries/request.ts';
import { readCatalogue } from '#src/bidders/catalogue.ts';
import type { Schema } from '#src/bidders/params/schema.ts';
import { compileValidator } from '#src/bidders/params/validator.ts';
import type { Ext } from '#src/openrtb/ext.ts';

export interface HttpCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Bidders with plain OpenRTB calls: their endpoint alone decides where a call goes. */
export const BIDDERS = ['adf', 'appnexus', 'beintoo', 'ix', 'kargo', 'openx', 'pubmatic', 'rubicon', 'sovrn'];

/** Params of each bidder that its schema accepts; throws for a bidder without an adapter. */
function paramsOf(bidders: readonly string[]): ParamsOf {
  const known = new Map(readCatalogue().map((definition) => [definition.code, definition]));
  const valid = new Map(
    bidders.map((bidder) => {
      const { schema } = (known.get(bidder) ?? {}) as { readonly schema?: Schema };
      if (!schema) throw new Error(`--bidders: ${bidder} is not a bidder with an adapter`);
      return [bidder, fc.constantFrom(...accepted(schema))];
    }),
  );
  return (bidder) => valid.get(bidder) ?? fc.constant({});
}

/** Drawn params are checked once: a schema with alternatives rejects most of them. */
function accepted(schema: Schema): Ext[] {
  const validate = compileValidator(schema);
  const drawn = fc.sample(valuesOf(schema), { seed: 1, numRuns: 500 });
  return drawn.filter((value): value is Ext => validate(value).length === 0).slice(0, 20);
}

/** Long enough for every response: a timeout would be a difference of chance. */
const TMAX_MS = 3000;

/** Valid requests, and ones with an invalid value. */
const requests = (bidders: readonly string[]): fc.Arbitrary<object> => {
  const valid = validRequests(bidders, paramsOf(bidders)).map((request) => ({ ...request, tmax: TMAX_MS }));
  return fc.oneof({ weight: 3, arbitrary: valid }, { weight: 2, arbitrary: brokenRequests(valid).map(({ request }) => request) });
};

const headers = fc.record(
  {
    'user-agent': fc.constantFrom('Mozilla/5.0 (X11; Linux x86_64) Firefox/130.0', 'agent'),
    'x-forwarded-for': fc.ipV4(),
    referer: fc.constantFrom('https://publisher.example/page', 'not a url'),
    dnt: fc.constantFrom('0', '1'),
    'sec-gpc': fc.constantFrom('0', '1'),
  },
  { requiredKeys: ['user-agent'] },
);

const some = <T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<Partial<T>> =>
  fc.record(model, { requiredKeys: [] }) as fc.Arbitrary<Partial<T>>;

/** Names its bidders: hosts draw others at random. */
const syncBody = (bidders: readonly string[]): fc.Arbitrary<object> =>
  some({
    gdpr: fc.constantFrom<unknown>(0, 1, 2, '1'),
    gdpr_consent: fc.constantFrom('', 'malformed'),
    us_privacy: fc.constantFrom('1YNN', '1YYN', 'x'),
    filterSettings: fc.oneof(fc.constant({ iframe: { bidders: '*', filter: 'exclude' } }), json),
  }).chain((rest) => fc.subarray([...bidders, 'unknown'], { minLength: 1 }).map((named) => ({ ...rest, coopSync: false, bidders: named })));

const setuidQuery = (bidders: readonly string[]): fc.Arbitrary<string> =>
  some({
    bidder: fc.constantFrom(...bidders, 'unknown', ''),
    uid: fc.constantFrom('abc', '', 'a b'),
    f: fc.constantFrom('i', 'b', 'x'),
    gdpr: fc.constantFrom('0', '1', '2'),
    gdpr_consent: fc.constantFrom('', 'malformed'),
  }).map((parameters) => new URLSearchParams(parameters as Record<string, string>).toString());

/** Stored requests for AMP: ids and contents. */
export function storedRequests(bidders: readonly string[], seed: number): ReadonlyMap<string, object> {
  const one = requests(bidders).map((request) => ({ ...request, imp: [(request as { imp?: unknown[] }).imp?.[0]] }));
  return new Map(fc.sample(one, { seed, numRuns: 12 }).map((request, i) => [`amp-${i}`, request]));
}

const ampQuery = (ids: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom(...ids, 'missing'),
      some({
        w: fc.constantFrom('300', '0', 'x'),
        h: fc.constantFrom('250', '-1'),
        ms: fc.constantFrom('300x250,728x90', 'bad'),
        timeout: fc.constantFrom('500', '10', 'x'),
        curl: fc.constant('https://publisher.example/amp'),
        gdpr_applies: fc.constantFrom('true', 'false', 'x'),
        gdpr_consent: fc.constantFrom('1YNN', 'malformed'),
        consent_type: fc.constantFrom('1', '2', '3', '4'),
        account: fc.constant('publisher'),
        slot: fc.constant('/1/slot'),
        debug: fc.constantFrom('1', '0'),
      }),
    )
    .map(([tag_id, rest]) => new URLSearchParams({ tag_id, ...(rest as Record<string, string>) }).toString());

/** Calls of all endpoints that both kinds of hosts have. @param ampIds ids of stored requests */
export function httpCalls(bidders: readonly string[], ampIds: readonly string[]): fc.Arbitrary<HttpCall> {
  const auction = fc
    .tuple(requests(bidders), headers)
    .map(([body, all]): HttpCall => ({ method: 'POST', path: '/openrtb2/auction', headers: all, body }));
  const amp = ampQuery(ampIds).map((query): HttpCall => ({ method: 'GET', path: '/openrtb2/amp', query }));
  const sync = syncBody(bidders).map((body): HttpCall => ({ method: 'POST', path: '/cookie_sync', body }));
  const setuid = setuidQuery(bidders).map((query): HttpCall => ({ method: 'GET', path: '/setuid', query }));
  return fc.oneof(
    { weight: 12, arbitrary: auction },
    { weight: 3, arbitrary: amp },
    { weight: 2, arbitrary: sync },
    { weight: 1, arbitrary: setuid },
  );
}
