/** What adapters receive: builders, requests with a bidder's params, and responses of any kind. */
import fc from 'fast-check';
import type { BidderDefinition, BuildInput, HttpResponse, RequestInfo, SharedRequest } from '#src/bidders/bidder.ts';
import { isObject } from '#src/json/merge.ts';
import { json, jsonObject } from './json.ts';
import { pathsOf, validRequests, withValueAt } from './request.ts';

/** The input of an instance of any bidder. */
export const builderOf = ({ code, info }: BidderDefinition): BuildInput => ({
  name: code,
  endpoint: info.endpoint || 'https://partner.example/bid',
  extraInfo: info.extraInfo ?? '',
  platformId: info.platformId ?? '5',
  appSecret: 'secret',
  xapi: info.xapi ?? { username: '', password: '', tracker: '' },
  server: { externalUrl: 'https://host.example', gvlId: 1, dataCenter: 'eu' },
  env: { now: () => 1_800_000_000_000, random: () => 7n, uuid: () => '00000000-0000-4000-8000-000000000000', version: '1.0' },
  dialect: 'go',
});

const EXTENDED = ['site', 'app', 'dooh', 'user', 'device', 'regs', 'source', 'ext'] as const;

const withData = ({ srv, ...rest }: { readonly [field: string]: unknown }): object => ({ ...rest, data: srv });

/** A request as adapters receive it: one bidder's params in each imp, unexpected values in any `ext`. */
export const requestsWith = (params: fc.Arbitrary<unknown>): fc.Arbitrary<SharedRequest> =>
  fc
    .tuple(
      validRequests(['any']),
      fc.array(fc.oneof({ weight: 5, arbitrary: params }, { weight: 1, arbitrary: json }), { minLength: 3, maxLength: 3 }),
      fc.array(jsonObject, { minLength: 3, maxLength: 3 }),
      fc.option(fc.constantFrom(...EXTENDED), { nil: undefined }),
      fc.oneof({ weight: 5, arbitrary: jsonObject }, { weight: 1, arbitrary: json }),
      fc.constantFrom('', 'USD', 'EUR', 'XXX'),
    )
    .map(([request, own, others, place, ext, bidfloorcur]) => {
      const imp = request.imp.map((one, i) => ({ ...one, bidfloorcur, ext: { ...others[i], srv: {}, bidder: own[i] } }));
      const made: { [field: string]: unknown } = { ...request, imp };
      if (place === 'ext') made['ext'] = isObject(ext) ? { ...ext, srv: request.ext?.srv } : ext;
      else if (place && typeof made[place] === 'object') made[place] = { ...made[place], ext: isObject(ext) ? withData(ext) : ext };
      return made as unknown as SharedRequest;
    });

export const infos: fc.Arbitrary<RequestInfo> = fc.constantFrom(undefined, 'amp', 'video').map((endpoint) => ({
  endpoint: endpoint as RequestInfo['endpoint'],
  convert: (from, to) =>
    from === 'EUR' && to === 'USD'
      ? { value: (amount) => amount * 1.1 }
      : { error: `Currency conversion rate not found: '${from}' => '${to}'` },
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
export const responses: fc.Arbitrary<HttpResponse> = fc.record({
  status: fc.oneof({ weight: 6, arbitrary: fc.constant(200) }, { weight: 2, arbitrary: fc.constantFrom(0, 201, 204, 400, 503, 999) }),
  headers: fc.oneof(
    fc.constant({}),
    fc.record({ 'x-smt-adtype': fc.constantFrom(['Img'], ['Video'], ['Native'], []), 'x-nbr': fc.constant(['1']) }),
  ),
  body: messages,
});
