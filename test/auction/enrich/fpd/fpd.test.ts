import { describe, expect, test } from 'vitest';
import { readBidderConfig } from '#src/auction/enrich/fpd/bidder-config.ts';
import { takeGlobalData, withGlobalData } from '#src/auction/enrich/fpd/global-data.ts';
import { deviceError, resolveFpd } from '#src/auction/enrich/fpd/resolve.ts';
import { extractFpd, readFirstPartyData } from '#src/auction/enrich/fpd.ts';
import type { HostConfigInput } from '#src/config/schema.ts';
import type { BidderConfig, RequestSrv } from '#src/openrtb/ext.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { aBidder, anAuction } from '#test/helpers/auction.ts';
import { dialects } from '#test/helpers/dialects.ts';
import { registryOf, testServices } from '#test/helpers/services.ts';

const lower = (name: string): string => (name.toLowerCase() === 'alpha' ? 'alpha' : name);
const config = (bidders: string[], ortb2: object): BidderConfig => ({ bidders, config: { ortb2: ortb2 as never } });
const request = (over: Partial<BidRequest>, srv: RequestSrv = {}): BidRequest => ({ id: 'r', imp: [], ext: { srv }, ...over });
const json = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

const protectedRequest = (): Partial<BidRequest> => ({
  site: { id: 's', ext: { amp: 1, data: { a: 1 } }, content: { title: 't', data: [{ id: 'c' }] } },
  user: { id: 'u', data: [{ id: 'd' }], ext: { data: { b: 2 } } },
});

describe('readBidderConfig', () => {
  test('reads the known objects by bidder, in the core spelling', () => {
    const { configs } = readBidderConfig([config(['ALPHA', 'Other'], { site: { id: 's' }, regs: {}, app: null })], lower, 'reject');
    expect(Object.fromEntries(configs)).toEqual({ alpha: { site: { id: 's' } }, Other: { site: { id: 's' } } });
  });

  test('rejects a bidder named twice, or uses its first entry', () => {
    const twice = [config(['alpha'], { user: { id: '1' } }), config(['Alpha'], { user: { id: '2' } })];
    expect(readBidderConfig(twice, lower, 'reject').error).toBe('multiple First Party Data bidder configs provided for bidder: Alpha');
    expect(readBidderConfig(twice, lower, 'first').configs.get('alpha')).toEqual({ user: { id: '1' } });
  });

  test('skips malformed entries, rejects objects of the wrong type', () => {
    const odd = [null, 'text', { bidders: 'alpha' }, { bidders: [1, 'b'], config: null }] as unknown as BidderConfig[];
    expect(Object.fromEntries(readBidderConfig(odd, lower, 'reject').configs)).toEqual({ b: {} });
    expect(readBidderConfig(undefined, lower, 'reject').configs.size).toBe(0);
    expect(readBidderConfig([config(['a'], { site: 'text' })], lower, 'reject').error).toBe('invalid first party data ext');
    expect(readBidderConfig([{ bidders: ['a'], config: { ortb2: 'text' as never } }], lower, 'reject').error).toBe(
      'invalid first party data ext',
    );
  });
});

describe('global data', () => {
  test('is removed from copies and restored unchanged', () => {
    const own = request(protectedRequest());
    const before = json(own);
    const { site } = own;
    const data = takeGlobalData(own, false);
    expect(json({ site: own.site, user: own.user })).toEqual({
      site: { id: 's', ext: { amp: 1 }, content: { title: 't' } },
      user: { id: 'u' },
    });
    expect(site).toEqual(before.site);
    expect(json(withGlobalData(own, data))).toEqual({ site: before.site, user: before.user });
  });

  test('is restored beside other fields, and only in objects of the request', () => {
    const back = withGlobalData({ app: { ext: { x: 1 } } }, { app: { y: 2 }, appContentData: [{ id: 'c' }], user: 1 });
    expect(json(back)).toEqual({ app: { ext: { x: 1, data: { y: 2 } }, content: { data: [{ id: 'c' }] } } });
  });
});

describe('extractFpd', () => {
  test('changes nothing if the request has none', () => {
    const own = request(protectedRequest());
    const before = json(own);
    expect(extractFpd(own, lower, dialects.go.fpd.rules(true)).fpd.size).toBe(0);
    expect(extractFpd({ id: 'r', imp: [] }, lower, dialects.go.fpd.rules(true)).fpd.size).toBe(0);
    expect(own).toEqual(before);
  });

  test('shows protected data to listed bidders only, with their own merged over it', () => {
    const bidderconfig = [config(['alpha'], { user: { keywords: 'k' } }), config(['hidden'], { user: { keywords: 'x' } })];
    const own = request(protectedRequest(), { data: { bidders: ['ALPHA', 'beta'] }, bidderconfig });
    const { fpd, errors } = extractFpd(own, lower, dialects.go.fpd.rules(true));
    expect(errors).toEqual([]);
    expect([...fpd.keys()]).toEqual(['alpha', 'beta']);
    expect(fpd.get('alpha')).toMatchObject({ site: protectedRequest().site, user: { ...protectedRequest().user, keywords: 'k' } });
    expect(json(fpd.get('beta'))).toEqual({ site: protectedRequest().site, user: protectedRequest().user });
    expect(json(own.ext)).toEqual({ srv: { data: {} } });
    expect(own.user?.data).toBeUndefined();
  });

  test('removes protected data for an empty list', () => {
    const own = request(protectedRequest(), { data: { bidders: [] } });
    expect(extractFpd(own, lower, dialects.go.fpd.rules(true)).fpd.size).toBe(0);
    expect(json(own.user)).toEqual({ id: 'u' });
  });

  test('removes content that held only protected data in the Java variant, and leaves it empty in the Go variant', () => {
    const left = (dialect: (typeof dialects)['go']): unknown => {
      const own = request({ site: { id: 's', content: { data: [{ id: 'c' }] } } }, { data: { bidders: ['alpha'] } });
      const { fpd } = extractFpd(own, lower, dialect.fpd.rules(true));
      return [json(own.site), fpd.get('alpha')?.site?.content];
    };
    expect(left(dialects.java)).toEqual([{ id: 's' }, { data: [{ id: 'c' }] }]);
    expect(left(dialects.go)).toEqual([{ id: 's', content: {} }, { data: [{ id: 'c' }] }]);
  });

  test('uses the wildcard entry for listed bidders without their own in the Java variant, for no bidder in the Go variant', () => {
    const bidderconfig = [config(['*'], { user: { keywords: 'any' } }), config(['alpha'], { user: { keywords: 'own' } })];
    const keywords = (dialect: (typeof dialects)['go']): unknown[] => {
      const own = request({}, { data: { bidders: ['alpha', 'beta'] }, bidderconfig });
      const { fpd } = extractFpd(own, lower, dialect.fpd.rules(true));
      return ['alpha', 'beta'].map((bidder) => fpd.get(bidder)?.user?.keywords);
    };
    expect([keywords(dialects.java), keywords(dialects.go)]).toEqual([
      ['own', 'any'],
      ['own', undefined],
    ]);
  });
});

describe('resolveFpd', () => {
  const full = { site: { id: 's', page: 'p' }, device: { w: 1 } };
  const resolve = (ortb2: object, base: object = full, inventory: 'given' | 'strict' | 'first' = 'given') =>
    resolveFpd(base, { configs: new Map([['alpha', ortb2]]), global: {}, bidders: undefined }, { inventory, hasWildcard: false });

  test('shares objects a config does not change', () => {
    const { fpd } = resolve({ user: { id: 'u' } });
    expect(fpd.get('alpha')).toEqual({ ...full, user: { id: 'u' } });
    expect(fpd.get('alpha')?.site).toBe(full.site);
  });

  test('reports all errors', () => {
    const where = 'incorrect First Party Data for bidder alpha:';
    expect(resolve({ app: { id: 'a' }, device: { h: -1 } }).errors).toEqual([
      `${where} App object is not defined in request, but defined in FPD config`,
      'request.device.h must be a positive number',
    ]);
    expect(resolve({ site: { page: null, id: null } }).errors).toEqual([
      `${where} Site object cannot set empty page if req.site.id is empty`,
    ]);
    expect(resolve({ site: {} }, {}).errors).toEqual([`${where} Site object is not defined in request, but defined in FPD config`]);
  });

  test('ignores a dooh the request lacks, unless it may add one', () => {
    const dooh = { id: 'own' };
    expect(resolve({ dooh })).toEqual({ fpd: new Map([['alpha', full]]), errors: [], warnings: [] });
    expect(resolve({ dooh }, { dooh: { id: 'd', name: 'n' } }).fpd.get('alpha')).toEqual({ dooh: { id: 'own', name: 'n' } });
    expect(resolve({ dooh }, {}, 'strict').fpd.get('alpha')).toEqual({ dooh });
  });

  test('rejects objects with fields of the wrong type', () => {
    expect(resolve({ site: { domain: 5 } }).errors).toEqual(['invalid first party data ext']);
    expect(resolve({ user: { ext: 'text' } }).errors).toEqual(['invalid first party data ext']);
  });

  test('may add an inventory object, one at a time', () => {
    expect(resolve({ app: { id: 'a' } }, {}, 'strict').fpd.get('alpha')).toEqual({ app: { id: 'a' } });
    expect(resolve({ app: { id: 'a' } }, full, 'strict').errors).toEqual([
      'app and site are present, but no more than one of site or app or dooh can be defined',
    ]);
    expect(resolve({ app: { id: 'a' } }, full, 'first')).toMatchObject({
      errors: [],
      warnings: ['BidRequest contains app and site. Only the first one is applicable, the others are ignored'],
    });
    expect(resolve({ device: { h: -1 } }, {}, 'strict').fpd.get('alpha')).toEqual({ device: { h: -1 } });
  });
});

test('a negative number of a device is reported', () => {
  expect([{ w: -1 }, { ppi: -1 }, { geo: { accuracy: -1 } }, { w: 1 }].map(deviceError)).toEqual([
    'request.device.w must be a positive number',
    'request.device.ppi must be a positive number',
    'request.device.geo.accuracy must be a positive number',
    undefined,
  ]);
});

describe('readFirstPartyData', () => {
  const run = (bidderconfig: BidderConfig[], settings: HostConfigInput = {}, srv: RequestSrv = {}) => {
    const services = testServices({ bidders: registryOf(aBidder('alpha')), settings });
    const named = { alpha: {}, ALPHA: {}, Beta: {}, a: {}, b: {} };
    const full = request({ site: { id: 's' }, imp: [{ id: 'i', ext: { srv: { bidder: named } } }] }, { bidderconfig, ...srv });
    const auction = anAuction(services, full, { aliases: new Map([['ALPHA', 'alpha']]) });
    readFirstPartyData(auction, services);
    return auction;
  };

  test('distinguishes an alias from the core bidder of the same letters', () => {
    const auction = run([config(['Alpha'], { user: { id: 'core' } }), config(['ALPHA'], { user: { id: 'alias' } })]);
    expect(auction.fpd.get('alpha')?.user).toEqual({ id: 'core' });
    expect(auction.fpd.get('ALPHA')?.user).toEqual({ id: 'alias' });
  });

  test("finds aliases in any case by the Java variant's rules", () => {
    const named = [config(['alPHA'], { user: { id: 'alias' } }), config(['Beta'], { user: { id: 'other' } })];
    const java = run(named, { variant: 'java' });
    expect([java.fpd.get('ALPHA')?.user, java.fpd.get('Beta')?.user]).toEqual([{ id: 'alias' }, { id: 'other' }]);
    expect(run(named).fpd.get('ALPHA')).toBeUndefined();
  });

  test('is computed for bidders that imps name, once per entry; other entries are only validated', () => {
    const { fpd } = run([config(['alpha', 'a', 'x'], { user: { id: 'u' } })]);
    expect([...fpd.keys()]).toEqual(['alpha', 'a']);
    expect(fpd.get('a')).toBe(fpd.get('alpha'));
    const errors = (ortb2: object) => run([config(['x'], ortb2)]).rejection?.messages;
    expect(errors({ app: {} })).toEqual([
      'incorrect First Party Data for bidder x: App object is not defined in request, but defined in FPD config',
    ]);
    expect(errors({ site: { id: null } })).toEqual([
      'incorrect First Party Data for bidder x: Site object cannot set empty page if req.site.id is empty',
    ]);
    expect(errors({ site: { keywords: 'k' } })).toBeUndefined();
    expect(errors({ device: { geo: { accuracy: -1 } } })).toEqual(['request.device.geo.accuracy must be a positive number']);
    expect(errors({ user: { ext: 'text' } })).toEqual(['invalid first party data ext']);
  });

  test('shows protected data only to bidders that the list names: `*` is none of them', () => {
    for (const variant of ['go', 'java'] as const) {
      const { fpd, request: left } = run([], { variant }, { data: { bidders: ['*'] } });
      expect([fpd.size, left.ext?.srv?.data]).toEqual([0, {}]);
    }
  });

  test('rejects the request with all errors in one line', () => {
    const auction = run([config(['a'], { app: {} }), config(['b'], { app: {} })]);
    expect(auction.rejection).toEqual({
      kind: 'invalid',
      messages: [
        'incorrect First Party Data for bidder a: App object is not defined in request, but defined in FPD config,incorrect First Party Data for bidder b: App object is not defined in request, but defined in FPD config',
      ],
    });
  });

  test("follows the Java variant's rules if configured", () => {
    const both = [config(['a'], { app: { id: '1' } }), config(['a'], { app: { id: '2' } })];
    const one = 'app and site are present, but no more than one of site or app or dooh can be defined';
    const several = [...both, config(['b'], { app: { id: '3' } })];
    expect(run(several, { variant: 'java' }).rejection?.messages).toEqual([one]);
    const lenient = run(both, { variant: 'java', strict_app_site_dooh: false });
    expect(lenient.fpd.get('a')?.app).toEqual({ id: '1' });
    expect(lenient.diagnostics.warnings.get('srv')).toHaveLength(1);
  });
});
