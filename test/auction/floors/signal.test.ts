import { describe, expect, it } from 'vitest';
import type { FloorsLookup } from '#src/auction/floors/lookup.ts';
import { signalFloors } from '#src/auction/floors/signal.ts';
import { makeConverter } from '#src/auction/pricing/currency.ts';
import type { AccountInput } from '#src/config/account.ts';
import type { HostConfigInput } from '#src/config/schema.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { testServices } from '#test/helpers/services.ts';
import { anAuction } from '../adjust/arrange.ts';

interface Given {
  variant?: 'go' | 'java';
  host?: HostConfigInput['price_floors'];
  account?: AccountInput['price_floors'];
  floors?: object | undefined;
  request?: Partial<BidRequest>;
  response?: FloorsLookup;
  draw?: number;
}

function signalled({ variant = 'go', host, account, floors, request, response = { status: 'none' }, draw = 0.999 }: Given) {
  const lookups: unknown[] = [];
  const services = testServices({
    settings: { variant, price_floors: { enabled: true, ...host } },
    random: { next: () => draw, uuid: () => '', bits63: () => 0n },
    rates: { current: () => ({ USD: { EUR: 0.9, INR: 80 } }) },
    floors: {
      find: (...all) => {
        lookups.push(all);
        return response;
      },
    },
  });
  const ext = floors ? { srv: { floors: floors as never } } : {};
  const auction = anAuction(
    services,
    { site: { domain: 'example.com' }, ext, ...request },
    { price_floors: { enabled: true, ...account } },
  );
  auction.convert = makeConverter(auction.request, services);
  signalFloors(auction, services);
  const [imp] = auction.request.imp;
  return { auction, imp, floors: auction.request.ext?.srv?.floors, errors: auction.diagnostics.errors.get('srv'), lookups };
}

const group = { schema: { fields: ['mediaType', 'size', 'domain'] }, values: { '*|300x250|example.com': 0.75, 'BANNER|*|*': 1.2 } };
const data = { currency: 'EUR', modelgroups: [group] };

describe('signalling floors', () => {
  it('sets the floor of its rule in every imp, at least the minimum', () => {
    const { imp, floors, errors } = signalled({ floors: { floormin: 1, floormincur: 'USD', data } });
    expect(imp).toMatchObject({
      bidfloor: 0.9,
      bidfloorcur: 'EUR',
      ext: { srv: { floors: { floorrule: '*|300x250|example.com', floorrulevalue: 0.75, floorvalue: 0.9 } } },
    });
    expect(floors).toEqual({
      floormin: 1,
      floormincur: 'USD',
      data: { currency: 'EUR', modelgroups: [{ ...group, values: { '*|300x250|example.com': 0.75, 'banner|*|*': 1.2 } }] },
      skipped: false,
      fetchstatus: 'none',
      location: 'request',
    });
    expect(errors).toBeUndefined();
  });

  it('uses the default if no rule matches, and skips imps without one', () => {
    const values = { 'video|*|*': 5 };
    const of = (standard?: number) => signalled({ floors: { data: { modelgroups: [{ ...group, values, default: standard }] } } }).imp;
    expect(of(0.12345)).toEqual({ id: 'i1', banner: { format: [{ w: 300, h: 250 }] }, bidfloor: 0.1235, bidfloorcur: 'USD' });
    expect(of(undefined)?.bidfloor).toBeUndefined();
  });

  it('does nothing if the host or the request has none, and reports it only on request', () => {
    expect(signalled({ host: { enabled: false }, floors: { data } }).imp?.bidfloor).toBeUndefined();
    const message = 'Floors feature is disabled at account or in the request';
    expect(signalled({ account: { enabled: false } }).errors).toEqual([{ code: 999, message, debugOnly: true }]);
    expect(signalled({ floors: { enabled: false, data } }).errors).toEqual([{ code: 999, message, debugOnly: true }]);
    expect(signalled({ request: { imp: [] }, floors: { data } }).errors).toEqual([{ code: 999, message: 'Empty bidrequest' }]);
    const none = signalled({});
    expect(none.errors).toEqual([{ code: 999, message: 'Empty Floors data', debugOnly: true }]);
    expect(signalled({ floors: { floormin: 1 } }).errors).toEqual([{ code: 999, message: 'Empty Floors data', debugOnly: true }]);
    expect(none.floors).toEqual({ fetchstatus: 'none', location: 'noData' });
  });

  it.each([
    [{ skiprate: 110, data }, "Invalid SkipRate = '110' at ext.srv.floors.skiprate"],
    [{ skiprate: -1 }, "Invalid SkipRate = '-1' at ext.srv.floors.skiprate"],
    [{ floormin: -1, data }, "Invalid FloorMin = '-1', value should be >= 0"],
    [{ data: { modelgroups: [] } }, 'No model group present in floors.data'],
    [
      { data: { modelgroups: [{ ...group, modelweight: 200 }] } },
      "Invalid Floor Model = '' due to ModelWeight = '200' is out of range (1-100)",
    ],
    [{ data: { modelgroups: [{ ...group, default: -1 }] } }, "Invalid Floor Model = '' due to Default = '-1' is less than 0"],
    [
      { data: { modelgroups: [{ ...group, values: { 'a|b': 1, x: 'text' } }] } },
      "Invalid Floor Rule = 'a|b' for Schema Fields = '[mediaType size domain]'",
    ],
  ])('reports the error of %j', (floors, message) => {
    const { errors, imp } = signalled({ floors });
    expect(errors?.map((error) => error.message)).toEqual([message]);
    expect(imp?.bidfloor).toBeUndefined();
  });

  it('reports why the minimum is unavailable', () => {
    const { errors, imp } = signalled({ floors: { floormin: 1, floormincur: 'JPY', data } });
    expect(errors?.[0]?.message).toBe("Error in getting FloorMin value : 'Currency conversion rate not found: 'JPY' => 'EUR''");
    expect(imp?.bidfloor).toBeUndefined();
  });

  it('skips floors at the skip rate', () => {
    const skipping = { skiprate: 10, data };
    expect(signalled({ floors: skipping, draw: 0.105 }).floors).toMatchObject({ skipped: true });
    expect(signalled({ floors: skipping, draw: 0.11 }).floors).toMatchObject({ skipped: false });
    expect(signalled({ floors: skipping, draw: 0.105 }).imp?.bidfloor).toBeUndefined();
  });

  it('keeps the model if its rules name bidders', () => {
    const byBidder = { schema: { fields: ['bidder'] }, values: { a: 2, '*': 1 } };
    const { auction, imp } = signalled({ floors: { data: { modelgroups: [byBidder] } } });
    expect([imp?.bidfloor, auction.floors?.group.fields]).toEqual([1, ['bidder']]);
    expect(signalled({ floors: { data } }).auction.floors).toBeUndefined();
  });
});

describe('floors of a provider', () => {
  const fetch = { enabled: true, url: 'https://floors.test/acc' };
  const account = { use_dynamic_data: true, fetch };
  const fetched = { status: 'success', data: { ...data, floormin: 5 } } as const;

  it('override the request’s, except its switch, enforcement and minimum', () => {
    const own = { enabled: true, floormin: 2, floormincur: 'EUR', enforcement: { enforcepbs: false }, data: { modelgroups: [] } };
    const { imp, floors, lookups } = signalled({ account, floors: own, response: fetched });
    expect(imp).toMatchObject({ bidfloor: 2, bidfloorcur: 'EUR' });
    expect(floors).toMatchObject({ location: 'fetch', fetchstatus: 'success', enforcement: { enforcepbs: false } });
    expect(lookups).toEqual([
      ['https://floors.test/acc', 'acc', expect.objectContaining({ url: fetch.url, timeout_ms: 3000, max_rules: 1000 })],
    ]);
  });

  it("use the request's skip rate in the Java variant only", () => {
    const skipped = (variant: 'go' | 'java') =>
      signalled({ variant, account, floors: { skiprate: 100 }, response: fetched }).floors?.['skipped'];
    expect([skipped('go'), skipped('java')]).toEqual([false, true]);
  });

  it('may be fetched from the request’s own address if the host allows it', () => {
    const other = { url: 'https://other.test' };
    const address = (variant: 'go' | 'java', host = {}, floors: object = { floorendpoint: other, data }) =>
      (signalled({ variant, host: { fetcher: host }, account, floors, response: { status: 'inprogress' } }).lookups[0] as string[])[0];
    expect([address('go'), address('go', {}, { endpoint: other, data })]).toEqual([other.url, other.url]);
    expect(address('java')).toBe(fetch.url);
    expect(address('go', { request_endpoints: false })).toBe(fetch.url);
  });

  it('are never awaited', () => {
    const { imp, floors } = signalled({ account, floors: { data }, response: { status: 'inprogress' } });
    expect([imp?.bidfloor, floors?.['location'], floors?.['fetchstatus']]).toEqual([0.75, 'request', 'inprogress']);
    expect(signalled({ account: { use_dynamic_data: true }, floors: { data } }).lookups).toEqual([]);
  });

  it('are unused in the Java variant if their account does not fetch', () => {
    const given = { account: { ...account, fetch: { ...fetch, enabled: false } }, floors: { data }, response: fetched };
    const reported = (variant: 'go' | 'java') => {
      const { floors, lookups } = signalled({ ...given, variant });
      return [floors?.['location'], floors?.[variant === 'go' ? 'fetchstatus' : 'fetchStatus'], lookups.length];
    };
    expect([reported('go'), reported('java')]).toEqual([
      ['fetch', 'success', 1],
      ['request', 'none', 0],
    ]);
  });

  it('are used at their own rate', () => {
    const response = { status: 'success', data: { ...data, usefetchdatarate: 40 } } as const;
    expect(signalled({ account, response, draw: 0.399 }).floors?.['location']).toBe('fetch');
    expect(signalled({ account, response, draw: 0.4 }).floors?.['location']).toBe('noData');
  });
});

describe('floors of the Java variant', () => {
  const java = { variant: 'java' as const, account: { enabled: undefined } };
  const javaData = { modelGroups: [{ ...group, currency: 'EUR', modelWeight: 100 }] };

  it('are enabled by default, and write their names in camel case', () => {
    const { imp, floors } = signalled({ ...java, floors: { data: javaData } });
    expect(imp?.ext?.srv?.floors).toEqual({ floorRule: '*|300x250|example.com', floorRuleValue: 0.75, floorValue: 0.75 });
    expect(floors).toEqual({ data: javaData, enabled: true, skipped: false, fetchStatus: 'none', location: 'request' });
    expect(signalled({ ...java, floors: { enabled: false } }).floors).toEqual({ enabled: false });
    expect(signalled({ ...java, account: { enabled: false } }).floors).toBeUndefined();
    expect(signalled(java).floors).toEqual({ enabled: true, skipped: false, fetchStatus: 'none', location: 'noData' });
  });

  it.each([
    [{ skipRate: 101 }, 'Price floor root skipRate must be in range(0-100), but was 101'],
    [{ floorMin: -1 }, 'Price floor floorMin must be positive float, but was -1'],
    [{}, 'Price floor rules data must be present'],
    [{ data: { skipRate: 101 } }, 'Price floor data skipRate must be in range(0-100), but was 101'],
    [{ data: { useFetchDataRate: -1 } }, 'Price floor data useFetchDataRate must be in range(0-100), but was -1'],
    [{ data: {} }, 'Price floor rules should contain at least one model group'],
    [{ data: { modelGroups: [{ modelWeight: 0 }] } }, 'Price floor modelGroup modelWeight must be in range(1-100), but was 0'],
    [{ data: { modelGroups: [{ skipRate: 101 }] } }, 'Price floor modelGroup skipRate must be in range(0-100), but was 101'],
    [{ data: { modelGroups: [{ default: -1 }] } }, 'Price floor modelGroup default must be positive float, but was -1'],
    [{ data: { modelGroups: [{}] } }, "Price floor rules values can't be null or empty, but were {}"],
    [{ data: { modelGroups: [{ values: { a: 1 } }] } }, "Price floor dimensions can't be null or empty, but were []"],
    [{ data: { modelGroups: [{ values: { a: 1, b: 1, c: 1 } }] } }, 'Price floor rules number 3 exceeded its maximum number 2'],
    [
      { data: { modelGroups: [{ values: { a: 1 }, schema: { fields: ['a', 'b', 'c', 'd'] } }] } },
      'Price floor schema dimensions 4 exceeded its maximum number 3',
    ],
  ])('are accepted completely or not at all: %j', (floors, reason) => {
    const { auction, floors: left } = signalled({ ...java, account: { max_rules: 2 }, floors: { any: 1, ...floors } });
    expect(auction.diagnostics.warnings.get('srv')).toEqual([
      { code: 999, message: `Price floors processing failed: parsing of request price floors is failed: ${reason}`, debugOnly: true },
    ]);
    expect(left).not.toHaveProperty('data');
  });

  it('ignore the request’s while a fetch is in flight', () => {
    const account = { fetch: { enabled: true, url: 'https://f.test' } };
    expect(signalled({ variant: 'java', account, floors: {}, response: { status: 'inprogress' } }).auction.diagnostics.warnings.size).toBe(
      0,
    );
  });

  it('contain the skip rate used', () => {
    const rated = { ...javaData, skipRate: 30 };
    expect(signalled({ ...java, floors: { data: rated } }).floors).toMatchObject({ skipped: false, skipRate: 30 });
    expect(signalled({ ...java, floors: { skipRate: 5, data: rated }, draw: 0 }).floors).toMatchObject({ skipped: true, skipRate: 30 });
  });

  it('warn if imp and request name the minimum in two currencies', () => {
    const warned = (floorMinCur: string) => {
      const imp = [{ id: 'i1', banner: {}, ext: { srv: { floors: { floorMin: 2, floorMinCur } } } }];
      const request = { imp, ext: { srv: { floors: { floorMin: 1, floorMinCur: 'USD', data: javaData } as never } } };
      return signalled({ ...java, request }).auction.diagnostics.warnings.get('srv');
    };
    expect(warned('USD')).toBeUndefined();
    expect(warned('EUR')).toEqual([
      { code: 999, message: 'imp[].ext.srv.floors.floorMinCur and ext.srv.floors.floorMinCur has different values', debugOnly: true },
    ]);
  });

  it("report with the variant's message why a floor is unavailable", () => {
    const { errors } = signalled({ ...java, floors: { floorMin: 1, floorMinCur: 'JPY', data: javaData } });
    expect(errors?.[0]?.message).toBe(
      'Cannot resolve bid floor, error: Unable to convert from currency JPY to desired ad server currency EUR',
    );
  });
});
