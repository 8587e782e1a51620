import { describe, expect, it } from 'vitest';
import { hostSchema } from '#src/config/schema.ts';
import { FetchedRates, parseRates } from '#src/feeds/rates.ts';
import type { FetchBody } from '#src/net/fetch-body.ts';
import { silentLog } from '#src/platform/log.ts';
import { MetricsRegistry } from '#src/platform/metrics.ts';
import { WoundClock } from '#test/helpers/clock.ts';

const body = (rate: number): string => JSON.stringify({ dataAsOf: '2026-01-01', conversions: { USD: { EUR: rate } } });

function ratesOf(options: object, responses: (string | number | Error)[], readFile?: (path: string) => string) {
  const clock = new WoundClock();
  const urls: string[] = [];
  const fetchBody: FetchBody = async (url) => {
    urls.push(url);
    const response = responses.shift();
    if (response instanceof Error) throw response;
    const status = typeof response === 'number' ? response : 200;
    return { status, header: () => undefined, text: typeof response === 'string' ? response : '' };
  };
  const { currency_converter } = hostSchema.parse({ currency_converter: options });
  return { rates: new FetchedRates(currency_converter, { clock, log: silentLog, fetchBody, readFile }), clock, urls };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('rates', () => {
  it('are read from a provider’s table, without invalid pairs', () => {
    const json = JSON.stringify({ conversions: { usd: { EUR: 0.9, JPY: 0, GBP: '1', FOO: 2 }, BAR: { EUR: 1 }, GBP: 5 } });
    expect(parseRates(json)).toEqual({ USD: { EUR: 0.9 } });
    expect(() => parseRates('[]')).toThrow('no object `conversions`');
    expect(() => parseRates('{"conversions":[]}')).toThrow('no object `conversions`');
    for (const conversions of [{}, { USD: {}, EUR: { USD: '1' } }])
      expect(() => parseRates(JSON.stringify({ conversions }))).toThrow('no rates in `conversions`');
  });

  it('are reported as stale, and still used, if they are older than the host’s limit, until the next ones', async () => {
    const clock = new WoundClock();
    const metrics = new MetricsRegistry();
    const { currency_converter } = hostSchema.parse({
      currency_converter: { fetch_url: 'https://rates.test', fetch_interval_seconds: 6, external_rates: { stale_after_ms: 5000 } },
    });
    const fetchBody: FetchBody = async () => ({ status: 200, header: () => undefined, text: body(0.9) });
    const rates = new FetchedRates(currency_converter, { clock, log: silentLog, fetchBody, metrics });
    await rates.start();
    clock.wind(4999);
    expect(metrics.expose()).toContain('currency_rates_stale 0');
    clock.wind(1);
    expect([metrics.expose().includes('currency_rates_stale 1'), rates.current()]).toEqual([true, { USD: { EUR: 0.9 } }]);
    clock.wind(1000);
    await expect.poll(() => metrics.expose(), { interval: 1 }).toContain('currency_rates_stale 0');
    rates.stop();
    expect(clock.pending).toBe(0);
  });

  it('are fetched periodically; a failed fetch keeps the old ones', async () => {
    const { rates, clock, urls } = ratesOf({ fetch_url: 'https://rates.test', fetch_interval_seconds: 60 }, [
      body(0.9),
      500,
      new Error('down'),
      '{',
      body(0.8),
    ]);
    expect(rates.current()).toBeUndefined();
    await rates.start();
    expect(rates.current()).toEqual({ USD: { EUR: 0.9 } });
    for (let i = 0; i < 3; i++) {
      clock.wind(60_000);
      await settled();
      expect(rates.current()).toEqual({ USD: { EUR: 0.9 } });
    }
    clock.wind(60_000);
    await settled();
    expect(rates.current()).toEqual({ USD: { EUR: 0.8 } });
    expect(rates.info()).toEqual({
      active: true,
      source: 'https://rates.test',
      fetchIntervalMs: 60_000,
      updatedAt: clock.now(),
      rates: { USD: { EUR: 0.8 } },
    });
    rates.stop();
    expect([clock.pending, urls.length]).toEqual([0, 5]);
  });

  it('that are expired are not used', async () => {
    const { rates, clock } = ratesOf({ fetch_url: 'https://rates.test', fetch_interval_seconds: 0, stale_rates_seconds: 10 }, [body(0.9)]);
    await rates.start();
    clock.wind(10_000);
    expect(rates.current()).toEqual({ USD: { EUR: 0.9 } });
    clock.wind(1);
    expect(rates.current()).toBeUndefined();
    expect(clock.pending).toBe(0);
  });

  it('do not expire when the clock is corrected', async () => {
    const { rates, clock } = ratesOf({ fetch_url: 'https://rates.test', fetch_interval_seconds: 0, stale_rates_seconds: 10 }, [body(0.9)]);
    await rates.start();
    clock.correct(3_600_000);
    clock.wind(10_000);
    expect(rates.current()).toEqual({ USD: { EUR: 0.9 } });
    clock.correct(-7_200_000);
    clock.wind(1);
    expect(rates.current()).toBeUndefined();
  });

  it('may come from a file, which never expires', async () => {
    const { rates, clock, urls } = ratesOf({ file: 'rates.json', stale_rates_seconds: 10 }, [], () => `\ufeff${body(0.7)}`);
    await rates.start();
    clock.wind(3_600_000);
    expect([rates.current(), rates.info().source, urls]).toEqual([{ USD: { EUR: 0.7 } }, 'rates.json', []]);
    const broken = ratesOf({ file: 'no-such-file.json' }, []);
    await broken.rates.start();
    expect(broken.rates.current()).toBeUndefined();
    expect(ratesOf({}, []).rates.info()).toMatchObject({ active: false, source: '' });
  });

  it('stopped during a fetch are not fetched again', async () => {
    const { rates, clock } = ratesOf({ fetch_url: 'https://rates.test' }, [body(0.9)]);
    const started = rates.start();
    rates.stop();
    await started;
    expect(clock.pending).toBe(0);
  });
});
