import { describe, expect, it } from 'vitest';
import { FetchedFloors } from '#src/auction/floors/provider.ts';
import { freshSeconds, parseFloors } from '#src/auction/floors/provider-check.ts';
import { floorSettings } from '#src/auction/floors/settings.ts';
import { accountSchema } from '#src/config/account.ts';
import { hostSchema } from '#src/config/schema.ts';
import type { FetchBody } from '#src/net/fetch-body.ts';
import { silentLog } from '#src/platform/log.ts';
import { WoundClock } from '#test/helpers/clock.ts';
import { dialects } from '#test/helpers/dialects.ts';

const settings = floorSettings(
  accountSchema.parse({ price_floors: { fetch: { enabled: true, period_sec: 600, max_age_sec: 3600 } } }),
  dialects.go.floors.defaults,
  hostSchema.parse({}).price_floors,
).fetch;
const data = { modelgroups: [{ schema: { fields: ['size'] }, values: { '*': 1 } }] };
const json = JSON.stringify(data);
const OWN_URL = 'http://10.0.0.1/floors';
const settled = () => new Promise((resolve) => setImmediate(resolve));
const late = Object.assign(new Error('late'), { name: 'TimeoutError' });

type Scripted = string | number | Error | { text: string; headers: Record<string, string>; after?: Promise<void> };

function source(responses: Scripted[], options: object = {}) {
  const clock = new WoundClock();
  const fetches: [string, number, number][] = [];
  const fetchBody: FetchBody = async (url, { timeoutMs, maxBytes }) => {
    fetches.push([url, timeoutMs, maxBytes]);
    const response = responses.shift() ?? json;
    if (response instanceof Error) throw response;
    if (typeof response === 'number') return { status: response, header: () => undefined, text: '' };
    const { headers, text: body, after } = typeof response === 'string' ? { headers: {}, text: response } : response;
    await after;
    return { status: 200, header: (name) => headers[name], text: body };
  };
  const own: FetchBody = (url, limits) => fetchBody(`own ${url}`, limits);
  const { fetcher } = hostSchema.parse({ price_floors: { fetcher: { check_interval_seconds: 300, ...options } } }).price_floors;
  return {
    floors: new FetchedFloors(fetcher, { clock, log: silentLog, fetchBody: own, fetchForeign: fetchBody, ownUrl: OWN_URL }),
    clock,
    fetches,
    responses,
  };
}
const URL_A = 'https://a.test/floors';

describe('addresses that requests name', () => {
  const accountUrl = { ...settings, url: URL_A };
  const made = (i: number, host = 'a.test'): string => `https://${host}/made-up-${i}`;
  const limits = { capacity: 10, max_addresses_per_account: 2, max_addresses_per_host: 3 };

  it('are limited per account and host; those in settings are not', () => {
    const { floors } = source([], limits);
    const statuses = [0, 1, 2].map((i) => floors.find(made(i), 'one', accountUrl).status);
    expect(statuses).toEqual(['inprogress', 'inprogress', 'none']);
    expect([3, 4].map((i) => floors.find(made(i), 'two', accountUrl).status)).toEqual(['inprogress', 'none']);
    expect(floors.find(made(5, 'b.test'), 'two', accountUrl).status).toBe('inprogress');
    expect(floors.find(URL_A, 'one', accountUrl).status).toBe('inprogress');
  });

  it('are at most half of all, however many accounts and hosts are made up', () => {
    const { floors } = source([], limits);
    const statuses = Array.from({ length: 8 }, (_, i) => floors.find(made(i, `${i}.test`), `account-${i}`, accountUrl).status);
    expect(statuses.filter((status) => status === 'inprogress')).toHaveLength(5);
    expect(floors.find(URL_A, 'one', accountUrl).status).toBe('inprogress');
  });

  it('make room for others of their account once they failed', async () => {
    const { floors } = source([404, 404], limits);
    for (const i of [0, 1]) floors.find(made(i), 'one', accountUrl);
    await settled();
    expect(floors.find(made(2), 'one', accountUrl).status).toBe('inprogress');
  });

  it('are dropped before those in settings if the memory is exhausted', async () => {
    const large = JSON.stringify({ ...data, padding: 'x'.repeat(600_000) });
    const { floors, clock } = source([large, large], { ...limits, cache_size_mb: 1 });
    floors.find(URL_A, 'one', accountUrl);
    await settled();
    clock.wind(1000);
    floors.find(made(1), 'one', accountUrl);
    await settled();
    expect(floors.find(URL_A, 'one', accountUrl).status).toBe('success');
  });

  it('are fetched as those of accounts; only the host’s own address may be private', async () => {
    const { floors, fetches } = source([]);
    floors.find(OWN_URL, 'one', { ...settings, url: OWN_URL });
    floors.find(URL_A, 'one', accountUrl);
    await settled();
    expect(fetches.map(([url]) => url)).toEqual([`own ${OWN_URL}`, URL_A]);
  });
});

describe('a provider’s response', () => {
  const parsed = (value: unknown, limits = settings) => {
    try {
      return parseFloors(JSON.stringify(value), limits);
    } catch (cause) {
      return (cause as Error).message;
    }
  };
  const group = (over: object) => ({ modelgroups: [{ values: { a: 1 }, ...over }] });

  it('is accepted with at least one group of rules, and with the min and max of each number', () => {
    expect(parsed(data)).toEqual(data);
    const smallest = group({ default: 0, skiprate: 0, modelweight: 1, values: { a: 1 }, schema: { fields: ['a'] } });
    expect(parsed(smallest, { ...settings, max_rules: 1, max_schema_dims: 1 })).toEqual(smallest);
    expect(parsed(smallest, { ...settings, max_rules: 0, max_schema_dims: 0 })).toEqual(smallest);
    const largest = group({ skiprate: 100, modelweight: 100 });
    expect(parsed({ ...largest, skiprate: 100, usefetchdatarate: 100 })).toEqual({ ...largest, skiprate: 100, usefetchdatarate: 100 });
  });

  it.each([
    [5, 'empty data in floor JSON'],
    [{ constructor: 1 }, 'empty data in floor JSON'],
    [{}, 'no model groups found in price floor data'],
    [{ ...data, skiprate: 101 }, 'skip rate should be greater than or equal to 0 and less than 100'],
    [{ ...data, usefetchdatarate: -1 }, 'usefetchdatarate should be greater than or equal to 0 and less than or equal to 100'],
    [group({ modelweight: 0 }), 'modelGroup[].modelWeight should be greater than or equal to 1 and less than 100'],
    [group({ skiprate: -1 }), 'model group skip rate should be greater than or equal to 0 and less than 100'],
    [group({ default: -1 }), 'modelGroup.Default should be greater than 0'],
    [
      group({ values: {} }),
      'invalid number of floor rules, floor rules should be greater than zero and less than MaxRules specified in account config',
    ],
  ])('is rejected for %j', (value, message) => {
    expect(parsed(value)).toBe(message);
  });

  it('must respect the account’s limits', () => {
    expect(parsed(group({ values: { a: 1, b: 1 } }), { ...settings, max_rules: 1 })).toContain('MaxRules');
    expect(parsed(group({ schema: { fields: ['a', 'b'] } }), { ...settings, max_schema_dims: 1 })).toContain('MaxSchemaDims');
  });

  it('is cached as long as its headers say, within limits', () => {
    const secondsOf = (headers: Record<string, string>) => freshSeconds((name) => headers[name], settings);
    expect([
      secondsOf({ 'max-age': '50' }),
      secondsOf({ 'cache-control': 'public, max-age=700' }),
      secondsOf({ 'cache-control': 'max-age=10' }),
      secondsOf({}),
    ]).toEqual([50, 700, 3600, 3600]);
  });
});

describe('fetched floors', () => {
  it('are in flight after the first read, and available later', async () => {
    const { floors, fetches } = source([]);
    expect(floors.find(URL_A, 'acc', settings)).toEqual({ status: 'inprogress' });
    expect(floors.find(URL_A, 'acc', settings)).toEqual({ status: 'inprogress' });
    await settled();
    expect(floors.find(URL_A, 'acc', settings)).toEqual({ status: 'success', data });
    expect(fetches).toEqual([[URL_A, 3000, 102400]]);
    floors.stop();
  });

  it('are not fetched for accounts without fetching, or from an invalid address', () => {
    const { floors, fetches } = source([]);
    expect(floors.find(URL_A, 'acc', { ...settings, enabled: false })).toEqual({ status: 'none' });
    for (const url of ['file:///etc/passwd', 'nonsense', 'https://user@a.test'])
      expect(floors.find(url, 'acc', settings)).toEqual({ status: 'error' });
    expect(fetches).toEqual([]);
  });

  it('are fetched every period; a failure keeps the old ones until they expire', async () => {
    const { floors, clock, fetches } = source([{ text: json, headers: { 'max-age': '1000' } }, 500, late]);
    floors.find(URL_A, 'acc', settings);
    await settled();
    for (let i = 0; i < 3; i++) {
      clock.wind(300_000);
      await settled();
    }
    expect([fetches.length, floors.find(URL_A, 'acc', settings).status]).toEqual([2, 'success']);
    clock.wind(200_000);
    expect(floors.find(URL_A, 'acc', settings)).toEqual({ status: 'error' });
    clock.wind(400_000);
    await settled();
    expect(floors.find(URL_A, 'acc', settings)).toEqual({ status: 'timeout' });
    floors.stop();
    expect(clock.pending).toBe(0);
  });

  it.each([-3_600_000, 86_400_000])('expire and are fetched in time when the clock is corrected by %i ms', async (ms) => {
    const { floors, clock, fetches } = source([{ text: json, headers: {} }]);
    floors.find(URL_A, 'acc', settings);
    await settled();
    clock.correct(ms);
    clock.wind(300_000);
    expect([fetches.length, floors.find(URL_A, 'acc', settings).status]).toEqual([1, 'success']);
    clock.wind(300_000);
    expect(fetches.length).toBe(2);
  });

  it('that are expired count as in flight until the next fetch', async () => {
    const { floors, clock } = source([{ text: json, headers: { 'max-age': '10' } }]);
    floors.find(URL_A, 'acc', settings);
    await settled();
    clock.wind(11_000);
    expect(floors.find(URL_A, 'acc', settings)).toEqual({ status: 'inprogress' });
  });

  it('are abandoned after consecutive failures, dropped on expiry, and restarted on demand', async () => {
    const { floors, clock, fetches } = source([500, 500, 500], { max_retries: 2 });
    floors.find(URL_A, 'acc', settings);
    for (let i = 0; i < 30; i++) {
      await settled();
      clock.wind(300_000);
    }
    expect(fetches.length).toBe(2);
    expect(floors.find(URL_A, 'acc', settings)).toEqual({ status: 'inprogress' });
  });

  it('that are not read are dropped', async () => {
    const { floors, clock, fetches } = source([]);
    floors.find(URL_A, 'acc', settings);
    for (let i = 0; i < 40; i++) {
      await settled();
      clock.wind(300_000);
    }
    expect(fetches.length).toBeLessThan(8);
    expect(floors.find(URL_A, 'acc', settings)).toEqual({ status: 'inprogress' });
  });

  it('that arrive after they were dropped take no memory', async () => {
    const large = JSON.stringify({ ...data, filler: 'x'.repeat(700_000) });
    const { floors, clock, responses } = source([large], { cache_size_mb: 1 });
    const unlimited = { ...settings, max_file_size_kb: 0 };
    const [first, second] = ['https://a.test', 'https://b.test'];
    floors.find(first, 'acc', unlimited);
    await settled();
    const { promise, resolve } = Promise.withResolvers<void>();
    responses.push({ text: large, headers: {}, after: promise }, large);
    // The first is being refreshed when the second displaces it.
    for (let i = 0; i < 2; i++) clock.wind(300_000);
    floors.find(second, 'acc', unlimited);
    await settled();
    resolve();
    await settled();
    // Both fit, if the displaced ones count for nothing.
    floors.find('https://c.test', 'acc', unlimited);
    await settled();
    expect(floors.find(second, 'acc', unlimited).status).toBe('success');
  });

  it('respect limits of number, concurrency and memory', async () => {
    const { floors, fetches } = source([], { capacity: 2, worker: 1 });
    const states = ['https://a.test', 'https://b.test', 'https://c.test'].map(
      (url) => floors.find(url, 'acc', { ...settings, url }).status,
    );
    expect([states, fetches.length]).toEqual([['inprogress', 'inprogress', 'none'], 1]);
    await settled();
    expect(fetches.length).toBe(2);
    const large = JSON.stringify({ ...data, filler: 'x'.repeat(700_000) });
    const small = source([large, large, large], { cache_size_mb: 1 });
    const unlimited = { ...settings, max_file_size_kb: 0 };
    for (const url of ['https://a.test', 'https://b.test']) {
      small.floors.find(url, 'acc', unlimited);
      await settled();
      small.clock.wind(1);
    }
    expect(small.fetches[0]?.[2]).toBe(1024 * 1024);
    expect(small.floors.find('https://b.test', 'acc', unlimited).status).toBe('success');
    expect(small.floors.find('https://a.test', 'acc', unlimited).status).toBe('inprogress');
    small.floors.stop();
    expect(small.floors.find('https://new.test', 'acc', unlimited).status).toBe('none');
  });
});
