import { describe, expect, test } from 'vitest';
import { legacyGranularity } from '#src/openrtb/granularity.ts';
import { aBody, type Host, ingest } from '#test/helpers/ingest.ts';

const granularity = async (targeting: object, host: Host) =>
  (await ingest(aBody({ ext: { srv: { targeting } } }), host)).request.ext?.srv?.targeting?.pricegranularity;

describe('the price granularity of a request (Go variant)', () => {
  const account = { price_granularity: 'low' };

  test('is that of the account if the request has none', async () => {
    expect(await granularity({}, { account })).toEqual(legacyGranularity('low'));
    expect(await granularity({ pricegranularity: { precision: 3 } }, { account })).toEqual(legacyGranularity('low'));
  });

  test('is the request’s own if it has ranges or a name', async () => {
    expect(await granularity({ pricegranularity: 'high' }, { account })).toEqual(legacyGranularity('high'));
  });

  test('is medium if neither has a known one', async () => {
    expect(await granularity({}, {})).toEqual(legacyGranularity('medium'));
    expect(await granularity({}, { account: { price_granularity: 'unknown' } })).toEqual(legacyGranularity('medium'));
  });
});

describe('the currency of a request (Go variant)', () => {
  const currency = async (over: object, settings: object) => (await ingest(aBody(over), { settings })).request.cur;

  test('is the host’s `ad_server_currency` if the request names none', async () => {
    expect(await currency({}, { ad_server_currency: 'EUR' })).toEqual(['EUR']);
    expect(await currency({ cur: [] }, { ad_server_currency: 'EUR' })).toEqual(['EUR']);
  });

  test('is the one that the request names', async () => {
    expect(await currency({ cur: ['GBP'] }, { ad_server_currency: 'EUR' })).toEqual(['GBP']);
  });

  test('is not sent if it is US dollars, which no currency means', async () => {
    expect(await currency({}, {})).toBeUndefined();
  });
});
