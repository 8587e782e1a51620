import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Auction } from '#src/auction/auction.ts';
import { enrich } from '#src/auction/enrich.ts';
import { fanOut } from '#src/auction/fan-out.ts';
import { unlimited } from '#src/auction/privacy/decision.ts';
import type { RequestSrv } from '#src/openrtb/ext.ts';
import type { BidRequest, Imp } from '#src/openrtb/ortb.ts';
import { noUids } from '#src/sync/uids.ts';
import { aBidder, anAuction, hostInfo } from '#test/helpers/auction.ts';
import { deepFreeze } from '#test/helpers/freeze.ts';
import { registryOf, testServices } from '#test/helpers/services.ts';
import { runs } from './runs.ts';

const CORES = ['alpha', 'beta', 'gamma', 'delta'];
/** Names a request may call; the last two are its aliases. */
const NAMES = [...CORES, 'first', 'second'];
const ALIASES = { first: 'alpha', second: 'beta' };

/** A text that belongs to one bidder and must be invisible to the others. */
const mark = (bidder: string, of: string): string => `mark:${bidder}:${of}`;
const byBidder = <T>(names: readonly string[], make: (bidder: string) => T): { [bidder: string]: T } =>
  Object.fromEntries(names.map((bidder) => [bidder, make(bidder)]));

const names = fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1, maxLength: NAMES.length });
const some = fc.subarray(NAMES);

const media: fc.Arbitrary<Partial<Imp>> = fc.record(
  {
    banner: fc.constant({ format: [{ w: 300, h: 250 }] }),
    video: fc.constant({ mimes: ['video/mp4'], plcmt: 1 }),
    bidfloor: fc.integer({ min: 1, max: 20 }),
    rwdd: fc.nat(1),
  },
  { requiredKeys: ['banner'] },
);

const impOf = (id: number): fc.Arbitrary<Imp> =>
  fc.tuple(names, some, media).map(([bidders, changed, rest]) => ({
    id: `imp-${id}`,
    ...rest,
    ext: {
      tid: 't',
      srv: {
        bidder: byBidder(bidders, (bidder) => ({ p: mark(bidder, 'params') })),
        imp: byBidder(changed, (bidder) => ({ tagid: mark(bidder, 'imp') })),
      },
    },
  }));

/** Bidder-specific settings, each for some bidders. */
const settings: fc.Arbitrary<RequestSrv> = fc.tuple(some, some, some, some, some, some, fc.boolean()).map(
  ([params, chains, multi, factors, configs, codes, isListed]): RequestSrv => ({
    aliases: ALIASES,
    aliasgvlids: { first: 1 },
    bidderparams: byBidder(params, (bidder) => ({ q: mark(bidder, 'bidderparams') })),
    schains: chains.map((bidder) => ({ bidders: [bidder], schain: { nodes: [{ asi: mark(bidder, 'schain') }] } })),
    multibid: multi.map((bidder) => ({ bidder, maxbids: 2, targetbiddercodeprefix: mark(bidder, 'multibid') })),
    bidadjustmentfactors: byBidder(factors, () => 0.5),
    bidderconfig: configs.map((bidder) => ({ bidders: [bidder], config: { ortb2: { user: { keywords: mark(bidder, 'fpd') } } } })),
    alternatebiddercodes: { enabled: true, bidders: byBidder(codes, (bidder) => ({ allowedbiddercodes: [mark(bidder, 'code')] })) },
    ...(isListed && { data: { bidders: configs } }),
    trace: 'basic',
  }),
);

const requests: fc.Arbitrary<BidRequest> = fc.tuple(impOf(1), fc.option(impOf(2)), settings, some, fc.boolean()).map(
  ([one, two, srv, uids, hasEids]): BidRequest => ({
    id: 'r',
    imp: two ? [one, two] : [one],
    site: { page: 'https://p.example', ext: { data: { s: 1 } }, content: { data: [{ id: 'c' }] } },
    user: {
      data: [{ id: 'd' }],
      ...(hasEids && { eids: [{ source: 'e', uids: [{ id: '1' }] }] }),
      ext: { srv: { buyeruids: byBidder(uids, (bidder) => mark(bidder, 'uid')) } },
    },
    regs: { gdpr: 0 },
    tmax: 500,
    ext: { srv },
  }),
);

const versions = fc.constantFrom('2.5' as const, '2.6' as const);
const budget = runs(150);

/** Runs enrich and fan-out; the request is frozen in between. */
function fannedOut(given: BidRequest, version: '2.5' | '2.6' = '2.6'): Auction {
  const own = hostInfo({ openrtb: { version, gppSupported: false, multiformatSupported: true } });
  const services = testServices({ bidders: registryOf(...CORES.map((code) => aBidder(code, { info: own }))) });
  const auction = anAuction(services, structuredClone(given), {
    aliases: new Map(Object.entries(ALIASES)),
    uids: { ...noUids, get: (key) => mark(key, 'cookie') },
  });
  for (const name of NAMES) auction.privacy.set(name, unlimited);
  void enrich(auction, services);
  deepFreeze(auction.request);
  if (!auction.rejection) void fanOut(auction, services);
  return auction;
}

const textOf = (request: unknown): string => JSON.stringify(request);
/** Bidder → its serialized request */
const payloads = (auction: Auction): Map<string, string> => new Map(auction.tasks.map(({ bidder, request }) => [bidder, textOf(request)]));

/** The request without any trace of a bidder. */
function without(given: BidRequest, name: string): BidRequest {
  const request = structuredClone(given);
  for (const imp of request.imp) {
    delete imp.ext?.srv?.bidder?.[name];
    delete imp.ext?.srv?.imp?.[name];
  }
  const srv = request.ext?.srv ?? {};
  delete srv.bidderparams?.[name];
  delete srv.bidadjustmentfactors?.[name];
  delete srv.alternatebiddercodes?.bidders?.[name];
  delete request.user?.ext?.srv?.buyeruids?.[name];
  srv.schains = srv.schains?.filter(({ bidders }) => !bidders?.includes(name));
  srv.multibid = srv.multibid?.filter(({ bidder }) => bidder !== name);
  srv.bidderconfig = srv.bidderconfig?.filter(({ bidders }) => !bidders?.includes(name));
  if (srv.data) srv.data = { bidders: srv.data.bidders?.filter((bidder) => bidder !== name) };
  return request;
}

test('a bidder sees its own imps, and only its own bidder-specific data', () => {
  fc.assert(
    fc.property(requests, versions, (given, version) => {
      const auction = fannedOut(given, version);
      for (const { bidder, core, request } of auction.tasks) {
        const named = given.imp.filter(({ ext }) => Object.hasOwn(ext?.srv?.bidder ?? {}, bidder)).map(({ id }) => id);
        expect(request.imp.map(({ id }) => id)).toEqual(named);
        const marks = new Set(textOf(request).match(/mark:\w+/g));
        marks.delete(`mark:${bidder}`);
        marks.delete(`mark:${core}`); // an alias may have its core bidder's id
        expect([...marks]).toEqual([]);
        expect(textOf(request)).not.toMatch(/bidadjustmentfactors|aliasgvlids|buyeruids|bidderconfig|schains/);
      }
    }),
    budget,
  );
});

test('building requests does not modify shared data', () => {
  fc.assert(
    fc.property(requests, versions, (given, version) => {
      const auction = fannedOut(given, version);
      expect(auction.tasks.length).toBe(new Set(given.imp.flatMap(({ ext }) => Object.keys(ext?.srv?.bidder ?? {}))).size);
    }),
    budget,
  );
});

test("an absent bidder does not change other bidders' requests", () => {
  fc.assert(
    fc.property(requests, versions, fc.constantFrom(...NAMES), (given, version, name) => {
      const before = payloads(fannedOut(given, version));
      const after = payloads(fannedOut(without(given, name), version));
      // An alias may have its core bidder's id, so those two share data.
      for (const alias of Object.keys(ALIASES)) if (ALIASES[alias as keyof typeof ALIASES] === name) before.delete(alias);
      for (const [bidder, payload] of before) if (bidder !== name) expect(after.get(bidder)).toBe(payload);
    }),
    budget,
  );
});

test('every imp of every bidder is in a call, or has a reason', () => {
  fc.assert(
    fc.property(requests, fc.subarray(['banner', 'video'] as const), (given, supported) => {
      const own = hostInfo({ capabilities: { site: supported } });
      const services = testServices({ bidders: registryOf(...CORES.map((code) => aBidder(code, { info: own }))) });
      const auction = anAuction(services, structuredClone(given), { aliases: new Map(Object.entries(ALIASES)) });
      for (const name of CORES) auction.privacy.set(name, unlimited);
      void fanOut(auction, services);
      const reported = auction.nonBids.map(({ seat, impId }) => `${seat} ${impId}`);
      const called = auction.tasks.flatMap(({ bidder, calls }) => calls.flatMap(({ impIds }) => impIds.map((id) => `${bidder} ${id}`)));
      const wanted = given.imp.flatMap(({ id, ext }) => Object.keys(ext?.srv?.bidder ?? {}).map((bidder) => `${bidder} ${id}`));
      expect([...reported, ...called].toSorted()).toEqual(wanted.toSorted());
    }),
    budget,
  );
});
