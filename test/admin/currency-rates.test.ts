import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { ratesBody, registerCurrencyRates } from '#src/admin/currency-rates.ts';
import { hostSchema } from '#src/config/schema.ts';
import { FetchedRates } from '#src/feeds/rates.ts';
import { silentLog } from '#src/platform/log.ts';
import { WoundClock } from '#test/helpers/clock.ts';

const info = {
  active: true,
  source: 'http://currency-server/latest',
  fetchIntervalMs: 12345,
  updatedAt: Date.parse('2018-11-06T19:25:48.085Z'),
  rates: { EUR: { USD: 1 }, USD: { EUR: 10 } },
};

test('the endpoint of currency rates shows the source of rates, their interval, their age, and the rates', () => {
  expect(ratesBody(info)).toEqual({
    active: true,
    source: 'http://currency-server/latest',
    fetchingIntervalNs: 12345000000,
    lastUpdated: '2018-11-06T19:25:48.085Z',
    rates: { EUR: { USD: 1 }, USD: { EUR: 10 } },
  });
  expect(ratesBody({ ...info, updatedAt: undefined, rates: undefined })).toEqual({
    active: true,
    source: 'http://currency-server/latest',
    fetchingIntervalNs: 12345000000,
  });
  expect(ratesBody({ ...info, active: false })).toEqual({ active: false });
});

test('the endpoint of currency rates shows current rates, not those of the start', async () => {
  const config = hostSchema.parse({ currency_converter: { fetch_url: 'http://rates.example' } });
  const responses = ['{"conversions":{"USD":{"EUR":2}}}'];
  const fetchBody = async () => ({ status: 200, text: responses[0] ?? '', header: () => undefined });
  const rates = new FetchedRates(config.currency_converter, { clock: new WoundClock(0), log: silentLog, fetchBody });
  const admin = Fastify();
  registerCurrencyRates(admin, rates);
  const shown = async (): Promise<unknown> => (await admin.inject('/currency/rates')).json();
  expect(await shown()).toEqual({ active: true, source: 'http://rates.example', fetchingIntervalNs: 1800000000000 });
  await rates.start();
  rates.stop();
  expect(await shown()).toMatchObject({ lastUpdated: '1970-01-01T00:00:00.000Z', rates: { USD: { EUR: 2 } } });
});
