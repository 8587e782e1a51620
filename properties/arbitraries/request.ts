/** Bid requests: valid ones, built from typed parts, and ones with one invalid value. */
import fc from 'fast-check';
import type { Ext, PriceRange, RequestSrv } from '#src/openrtb/ext.ts';
import type { App, Audio, Banner, BidRequest, Device, DOOH, EID, Imp, Native, Regs, Site, User, Video } from '#src/openrtb/ortb.ts';
import { json } from './json.ts';

/** A record with optional fields, as in requests. */
const some = <T extends object>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<T> =>
  fc.record(model, { requiredKeys: [] }) as unknown as fc.Arbitrary<T>;

const word = fc.stringMatching(/^[a-z][a-z0-9-]{0,11}$/);
const flag = fc.constantFrom(0, 1);
const size = fc.integer({ min: 1, max: 4000 });
const count = fc.integer({ min: 0, max: 100 });
const domain = word.map((name) => `${name.replaceAll('-', 'x')}.example`);
const url = fc.tuple(domain, word).map(([host, path]) => `https://${host}/${path}`);
const words = fc.array(word, { maxLength: 3 });
const mimes = fc.constantFrom<string[]>(['video/mp4'], ['video/mp4', 'video/webm']);

const banner: fc.Arbitrary<Banner> = some<Banner>({ pos: flag, topframe: flag, api: fc.array(count, { maxLength: 2 }), id: word }).chain(
  (rest) => fc.array(fc.record({ w: size, h: size }), { minLength: 1, maxLength: 3 }).map((format) => ({ ...rest, format })),
);
const video: fc.Arbitrary<Video> = fc
  .tuple(
    mimes,
    some<Video>({
      w: size,
      h: size,
      minduration: count,
      maxduration: count,
      protocols: fc.array(count, { maxLength: 3 }),
      skip: flag,
      plcmt: count,
    }),
  )
  .map(([types, rest]) => ({ ...rest, mimes: types }));
const audio: fc.Arbitrary<Audio> = fc
  .tuple(mimes, some<Audio>({ minduration: count, maxduration: count, feed: count }))
  .map(([types, rest]) => ({ ...rest, mimes: types }));
const native: fc.Arbitrary<Native> = fc.record({
  request: fc.constantFrom(
    JSON.stringify({ ver: '1.2', assets: [{ id: 1, title: { len: 90 } }] }),
    JSON.stringify({ assets: [{ img: { type: 3, w: 300, h: 250 } }, { data: { type: 1 } }] }),
  ),
});

const media = fc
  .tuple(
    fc.option(banner, { nil: undefined }),
    fc.option(video, { nil: undefined }),
    fc.option(audio, { nil: undefined }),
    fc.option(native, { nil: undefined }),
    banner,
  )
  .map(([one, two, three, four, otherwise]) => {
    const offered = {
      ...(one && { banner: one }),
      ...(two && { video: two }),
      ...(three && { audio: three }),
      ...(four && { native: four }),
    };
    return Object.keys(offered).length > 0 ? offered : { banner: otherwise };
  });

const params = fc.dictionary(word, fc.oneof(word, count, words), { maxKeys: 3 });

/** Params of a bidder. */
export type ParamsOf = (bidder: string) => fc.Arbitrary<Ext>;

const anImp = (bidders: readonly string[], paramsOf: ParamsOf): fc.Arbitrary<Omit<Imp, 'id'>> =>
  fc
    .tuple(
      media,
      some<Partial<Imp>>({
        tagid: word,
        bidfloor: fc.float({ min: 0, max: 10, noNaN: true }),
        bidfloorcur: fc.constant('USD'),
        secure: flag,
        rwdd: flag,
        exp: count,
        displaymanager: word,
      }),
      fc
        .subarray([...bidders], { minLength: 1 })
        .chain((named) => fc.record(Object.fromEntries(named.map((bidder) => [bidder, paramsOf(bidder)])))),
      fc.boolean(),
      fc.dictionary(fc.constantFrom('data', 'context', 'skadn'), fc.dictionary(word, json, { maxKeys: 2 }), { maxKeys: 2 }),
    )
    .map(([offered, rest, entries, old, others]) => ({
      ...rest,
      ...offered,
      ext: old ? { ...others, ...entries } : { ...others, srv: { bidder: entries } },
    }));

const publisher = some<NonNullable<Site['publisher']>>({ id: word, name: word, domain, cat: words });
const site: fc.Arbitrary<Site> = fc
  .tuple(url, some<Site>({ id: word, name: word, domain, cat: words, ref: url, keywords: word, mobile: flag, publisher }))
  .map(([page, rest]) => ({ ...rest, page }));
const app: fc.Arbitrary<App> = fc
  .tuple(word, some<App>({ name: word, bundle: word, storeurl: url, ver: word, paid: flag, publisher }))
  .map(([id, rest]) => ({ ...rest, id }));
const dooh: fc.Arbitrary<DOOH> = fc
  .tuple(word, some<DOOH>({ name: word, venuetype: words, venuetypetax: count, publisher }))
  .map(([id, rest]) => ({ ...rest, id }));
const inventory = fc.oneof(fc.record({ site }), fc.record({ app }), fc.record({ dooh }));

const device: fc.Arbitrary<Device> = some<Device>({
  ua: word,
  ip: fc.ipV4(),
  w: size,
  h: size,
  os: fc.constantFrom('iOS', 'Android', 'Linux'),
  osv: fc.constantFrom('14.2', '9', '17.1.1'),
  lmt: flag,
  dnt: flag,
  ifa: fc.uuid(),
  language: fc.constant('en'),
  geo: some<NonNullable<Device['geo']>>({
    country: fc.constantFrom('FIN', 'USA'),
    lat: fc.integer({ min: -90, max: 90 }),
    lon: fc.integer({ min: -180, max: 180 }),
    city: word,
  }),
});

const eid: fc.Arbitrary<EID> = fc.record({
  source: domain,
  uids: fc.array(fc.record({ id: fc.uuid(), atype: flag }), { minLength: 1, maxLength: 2 }),
});
const user: fc.Arbitrary<User> = some<User>({
  id: word,
  buyeruid: word,
  yob: fc.integer({ min: 1900, max: 2020 }),
  gender: fc.constantFrom('M', 'F'),
  keywords: word,
  eids: fc.array(eid, { minLength: 1, maxLength: 3 }),
  data: fc.array(fc.record({ name: word, segment: fc.array(fc.record({ id: word }), { maxLength: 2 }) }), { maxLength: 2 }),
});
const regs: fc.Arbitrary<Regs> = some<Regs>({ coppa: flag, gdpr: flag, us_privacy: fc.constantFrom('1YNN', '1---') });

const granularity = fc.oneof(
  fc.constantFrom('low', 'med', 'medium', 'high', 'auto', 'dense'),
  fc.record({
    precision: fc.integer({ min: 0, max: 4 }),
    ranges: fc.constant<PriceRange[]>([
      { max: 5, increment: 0.5 },
      { max: 20, increment: 1 },
    ]),
  }),
);
const srv: fc.Arbitrary<RequestSrv> = some<RequestSrv>({
  debug: fc.boolean(),
  integration: word,
  passthrough: json,
  auctiontimestamp: fc.integer({ min: 0 }),
  cache: fc.constantFrom({ bids: {} }, { vastxml: { ttlseconds: 60 } }),
  targeting: some<NonNullable<RequestSrv['targeting']>>({
    pricegranularity: granularity,
    includewinners: fc.boolean(),
    includebidderkeys: fc.boolean(),
    preferdeals: fc.boolean(),
  }),
  channel: fc.record({ name: word, version: word }),
  schains: fc.constantFrom([{ bidders: ['*'], schain: { complete: 1, ver: '1.0', nodes: [{ asi: 'a.example', sid: '1', hp: 1 }] } }]),
  analytics: fc.dictionary(word, json, { maxKeys: 2 }),
  returnallbidstatus: fc.boolean(),
});

/** Requests that violate no rule, for these bidders; each imp names at least one of them. */
export const validRequests = (bidders: readonly string[], paramsOf: ParamsOf = () => params): fc.Arbitrary<BidRequest> =>
  fc
    .tuple(
      word,
      fc.array(anImp(bidders, paramsOf), { minLength: 1, maxLength: 3 }),
      inventory,
      some<Partial<BidRequest>>({
        device,
        user,
        regs,
        tmax: count,
        test: flag,
        at: fc.constantFrom(1, 2),
        cur: fc.constant(['USD']),
        bcat: words,
        badv: fc.array(domain, { maxLength: 2 }),
      }),
      fc.option(srv, { nil: undefined }),
    )
    .map(([id, imps, where, rest, own]) => ({
      id,
      imp: imps.map((imp, i) => ({ id: `imp-${i}`, ...imp })),
      ...where,
      ...rest,
      ...(own && { ext: { srv: own } }),
    }));

export type Path = readonly (string | number)[];

/** Paths to every nested field and item of a value. */
export function pathsOf(value: unknown, above: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  const names: (string | number)[] = Array.isArray(value) ? value.map((_, i) => i) : Object.keys(value);
  return names.flatMap((name) => [[...above, name], ...pathsOf((value as { [name: string | number]: unknown })[name], [...above, name])]);
}

/** A copy with the value at `path` replaced; `undefined` removes it. */
export function withValueAt<T>(full: T, path: Path, value: unknown): T {
  const [name, ...rest] = path;
  if (name === undefined) return value as T;
  const copy = (Array.isArray(full) ? [...full] : { ...full }) as { [name: string | number]: unknown };
  if (rest.length > 0) copy[name] = withValueAt(copy[name], rest, value);
  else if (value !== undefined) copy[name] = value;
  else if (Array.isArray(copy)) copy.splice(Number(name), 1);
  else delete copy[name];
  return copy as T;
}

/** A valid request with one value replaced or removed, and its path. */
export const brokenRequests = (valid: fc.Arbitrary<BidRequest>): fc.Arbitrary<{ readonly request: BidRequest; readonly path: Path }> =>
  valid.chain((request) =>
    fc
      .tuple(
        fc.constantFrom(...pathsOf(request)),
        fc.oneof({ weight: 4, arbitrary: json }, { weight: 1, arbitrary: fc.constant(undefined) }),
      )
      .map(([path, value]) => ({ request: withValueAt(request, path, value), path })),
  );
