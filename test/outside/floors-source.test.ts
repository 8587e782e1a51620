import { describe, expect, it } from 'vitest';
import { floorSettings } from '#src/auction/enrich/floors/settings.ts';
import { accountSchema } from '#src/config/account.ts';
import { hostSchema } from '#src/config/schema.ts';
import type { FetchText } from '#src/outside/fetch-text.ts';
import { keepSeconds, parseFloors } from '#src/outside/floors-check.ts';
import { FetchedFloors } from '#src/outside/floors-source.ts';
import { silentLog } from '#src/outside/log.ts';
import { WoundClock } from '#test/helpers/clock.ts';
import { dialects } from '#test/helpers/dialects.ts';

const settings = floorSettings(
  accountSchema.parse({ price_floors: { fetch: { enabled: true, period_sec: 600, max_age_sec: 3600 } } }),
  dialects.go.floors.defaults,
).fetch;
const data = { modelgroups: [{ schema: { fields: ['size'] }, values: { '*': 1 } }] };
const text = JSON.stringify(data);
const settled = () => new Promise((resolve) => setImmediate(resolve));
const late = Object.assign(new Error('late'), { name: 'TimeoutError' });

type Scripted = string | number | Error | { text: string; headers: Record<string, string> };

function source(answers: Scripted[], options: object = {}) {
  const clock = new WoundClock();
  const asked: [string, number, number][] = [];
  const fetchText: FetchText = async (url, { timeoutMs, maxBytes }) => {
    asked.push([url, timeoutMs, maxBytes]);
    const answer = answers.shift() ?? text;
    if (answer instanceof Error) throw answer;
    if (typeof answer === 'number') return { status: answer, header: () => undefined, text: '' };
    const { headers, text: body } = typeof answer === 'string' ? { headers: {} as Record<string, string>, text: answer } : answer;
    return { status: 200, header: (name) => headers[name], text: body };
  };
  const { fetcher } = hostSchema.parse({ price_floors: { fetcher: { check_interval_seconds: 300, ...options } } }).price_floors;
  return { floors: new FetchedFloors(fetcher, { clock, log: silentLog, fetchText }), clock, asked };
}
const URL_A = 'https://a.test/floors';

describe('a provider’s answer', () => {
  const parsed = (value: unknown, limits = settings) => {
    try {
      return parseFloors(JSON.stringify(value), limits);
    } catch (cause) {
      return (cause as Error).message;
    }
  };
  const group = (over: object) => ({ modelgroups: [{ values: { a: 1 }, ...over }] });

  it('is taken with at least one group of rules', () => {
    expect(parsed(data)).toEqual(data);
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
  ])('is refused for %j', (value, message) => {
    expect(parsed(value)).toBe(message);
  });

  it('is held to the account’s limits', () => {
    expect(parsed(group({ values: { a: 1, b: 1 } }), { ...settings, max_rules: 1 })).toContain('MaxRules');
    expect(parsed(group({ schema: { fields: ['a', 'b'] } }), { ...settings, max_schema_dims: 1 })).toContain('MaxSchemaDims');
  });

  it('is kept as long as its headers say, within reason', () => {
    const keep = (headers: Record<string, string>) => keepSeconds((name) => headers[name], settings);
    expect([
      keep({ 'max-age': '50' }),
      keep({ 'cache-control': 'public, max-age=700' }),
      keep({ 'cache-control': 'max-age=10' }),
      keep({}),
    ]).toEqual([50, 700, 3600, 3600]);
  });
});

describe('fetched floors', () => {
  it('are under way when first asked for, and there later', async () => {
    const { floors, asked } = source([]);
    expect(floors.ask(URL_A, 'acc', settings)).toEqual({ status: 'inprogress' });
    expect(floors.ask(URL_A, 'acc', settings)).toEqual({ status: 'inprogress' });
    await settled();
    expect(floors.ask(URL_A, 'acc', settings)).toEqual({ status: 'success', data });
    expect(asked).toEqual([[URL_A, 3000, 102400]]);
    floors.stop();
  });

  it('are not fetched for accounts that do not want it, nor from what is no web address', () => {
    const { floors, asked } = source([]);
    expect(floors.ask(URL_A, 'acc', { ...settings, enabled: false })).toEqual({ status: 'none' });
    for (const url of ['file:///etc/passwd', 'nonsense', 'https://user@a.test'])
      expect(floors.ask(url, 'acc', settings)).toEqual({ status: 'error' });
    expect(asked).toEqual([]);
  });

  it('are fetched again every period; a failure keeps what is there until it is too old', async () => {
    const { floors, clock, asked } = source([{ text, headers: { 'max-age': '1000' } }, 500, late]);
    floors.ask(URL_A, 'acc', settings);
    await settled();
    for (let i = 0; i < 3; i++) {
      clock.wind(300_000);
      await settled();
    }
    expect([asked.length, floors.ask(URL_A, 'acc', settings).status]).toEqual([2, 'success']);
    clock.wind(200_000);
    expect(floors.ask(URL_A, 'acc', settings)).toEqual({ status: 'error' });
    clock.wind(400_000);
    await settled();
    expect(floors.ask(URL_A, 'acc', settings)).toEqual({ status: 'timeout' });
    floors.stop();
    expect(clock.pending).toBe(0);
  });

  it('that are too old count as under way until the next fetch', async () => {
    const { floors, clock } = source([{ text, headers: { 'max-age': '10' } }]);
    floors.ask(URL_A, 'acc', settings);
    await settled();
    clock.wind(11_000);
    expect(floors.ask(URL_A, 'acc', settings)).toEqual({ status: 'inprogress' });
  });

  it('are given up after failures in a row, forgotten when they get old, and tried anew when asked for', async () => {
    const { floors, clock, asked } = source([500, 500, 500], { max_retries: 2 });
    floors.ask(URL_A, 'acc', settings);
    for (let i = 0; i < 30; i++) {
      await settled();
      clock.wind(300_000);
    }
    expect(asked.length).toBe(2);
    expect(floors.ask(URL_A, 'acc', settings)).toEqual({ status: 'inprogress' });
  });

  it('nobody asks for are dropped', async () => {
    const { floors, clock, asked } = source([]);
    floors.ask(URL_A, 'acc', settings);
    for (let i = 0; i < 40; i++) {
      await settled();
      clock.wind(300_000);
    }
    expect(asked.length).toBeLessThan(8);
    expect(floors.ask(URL_A, 'acc', settings)).toEqual({ status: 'inprogress' });
  });

  it('stay within capacity, workers and memory', async () => {
    const { floors, asked } = source([], { capacity: 2, worker: 1 });
    const states = ['https://a.test', 'https://b.test', 'https://c.test'].map((url) => floors.ask(url, 'acc', settings).status);
    expect([states, asked.length]).toEqual([['inprogress', 'inprogress', 'none'], 1]);
    await settled();
    expect(asked.length).toBe(2);
    const large = JSON.stringify({ ...data, filler: 'x'.repeat(700_000) });
    const small = source([large, large, large], { cache_size_mb: 1 });
    const unlimited = { ...settings, max_file_size_kb: 0 };
    for (const url of ['https://a.test', 'https://b.test']) {
      small.floors.ask(url, 'acc', unlimited);
      await settled();
      small.clock.wind(1);
    }
    expect(small.asked[0]?.[2]).toBe(1024 * 1024);
    expect(small.floors.ask('https://b.test', 'acc', unlimited).status).toBe('success');
    expect(small.floors.ask('https://a.test', 'acc', unlimited).status).toBe('inprogress');
    small.floors.stop();
    expect(small.floors.ask('https://new.test', 'acc', unlimited).status).toBe('none');
  });
});
