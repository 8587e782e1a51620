import { describe, expect, test } from 'vitest';
import type { Auction, DebugLog } from '#src/auction/auction.ts';
import { videoClientResponse, videoRejectionBody } from '#src/auction/endpoints/video/client-response.ts';
import { newAuction } from '#src/auction/new-auction.ts';
import type { RejectionKind } from '#src/auction/rejection.ts';
import type { BidCache, CachePut } from '#src/cache/contract.ts';
import type { ResponseExt } from '#src/openrtb/ext.ts';
import { incoming } from '#test/helpers/auction.ts';
import { testServices } from '#test/helpers/services.ts';

const UUID = '11111111-1111-4111-8111-111111111111';
const aLog = (over: Partial<DebugLog> = {}): DebugLog => ({ request: 'req', headers: '{}', response: '', ttlSeconds: 60, ...over });

function arrange(put: BidCache['put'], over: Partial<Auction> = {}, variant: 'go' | 'java' = 'go') {
  const bidCache = { put, address: { scheme: '', host: '', path: '' } };
  const services = testServices({ settings: { variant }, bidCache });
  const auction = newAuction('video', incoming(), services, () => {});
  return { services, auction: Object.assign(auction, { request: { id: 'r', imp: [], test: 1 } }, over) };
}

const store =
  (puts: CachePut[]): BidCache['put'] =>
  (wanted) => {
    puts.push(...wanted);
    return { ids: [], errors: [] };
  };

describe('the ext of a video response', () => {
  const ext = { tmaxrequest: 5, warnings: { alpha: [{ code: 1, message: 'late' }] }, srv: { auctiontimestamp: 1, modules: { trace: {} } } };
  const shown = (variant: 'go' | 'java', isTest: 0 | 1, given: ResponseExt = ext): unknown => {
    const { auction, services } = arrange(store([]), { request: { id: 'r', imp: [], test: isTest } }, variant);
    void videoClientResponse({ id: 'r', ext: given }, auction, services);
    return (JSON.parse(auction.clientResponse?.body ?? '') as { ext?: unknown }).ext;
  };

  test('is complete for test traffic, and absent otherwise', () => {
    expect([shown('go', 1), shown('go', 0)]).toEqual([ext, undefined]);
  });

  test('has errors, warnings, debug output and traces of modules for all traffic in the Java variant', () => {
    const parts = { warnings: ext.warnings, srv: { modules: { trace: {} } } };
    expect([shown('java', 1), shown('java', 0), shown('java', 1, { tmaxrequest: 5 })]).toEqual([parts, parts, undefined]);
  });
});

describe('a debugged video request without pods', () => {
  test('has its log cached before the response', async () => {
    const puts: CachePut[] = [];
    const later: BidCache['put'] = async (wanted) => {
      await new Promise(setImmediate);
      return store(puts)(wanted, 1);
    };
    const { auction, services } = arrange(later, { debugLog: aLog(), number: 7, accountId: 'acc' });
    await videoClientResponse({ id: 'r' }, auction, services);
    expect(puts).toMatchObject([{ key: `log_${UUID}`, ttlSeconds: 60, auctionNumber: 7, accountId: 'acc' }]);
    expect(puts[0]?.value).toContain('<Response>No response or errors created</Response>');
    expect(JSON.parse(auction.clientResponse?.body ?? '')).toEqual({
      adPods: [{ podid: 0, targeting: [{ hb_cache_id: UUID }], errors: null }],
    });
  });

  test('has the response’s ext in the log', () => {
    const puts: CachePut[] = [];
    const { auction, services } = arrange(store(puts), { debugLog: aLog() });
    void videoClientResponse({ id: 'r', ext: { tmaxrequest: 5 } }, auction, services);
    expect(puts[0]?.value).toContain('<Response>{"tmaxrequest":5}</Response>');
  });

  test('names the log the cache state has stored already', () => {
    const puts: CachePut[] = [];
    const { auction, services } = arrange(store(puts), { debugLog: aLog({ key: 'kept', response: 'r' }) });
    void videoClientResponse({ id: 'r' }, auction, services);
    expect([puts, JSON.parse(auction.clientResponse?.body ?? '')]).toEqual([
      [],
      { adPods: [{ podid: 0, targeting: [{ hb_cache_id: 'kept' }], errors: null }] },
    ]);
  });

  test.each<[string, BidCache['put']]>([
    [
      'breaks',
      () => {
        throw new Error('broken');
      },
    ],
    ['rejects', () => Promise.reject(new Error('broken'))],
  ])('gets a response if the cache %s', async (_, put) => {
    const { auction, services } = arrange(put, { debugLog: aLog() });
    await videoClientResponse({ id: 'r' }, auction, services);
    expect(auction.clientResponse?.status).toBe(200);
  });
});

describe('a rejected video request', () => {
  const reported = (kind: RejectionKind, variant: 'go' | 'java', over: Partial<Auction> = {}): string => {
    const { auction, services } = arrange(() => ({ ids: [], errors: [] }), over, variant);
    return videoRejectionBody({ kind, messages: ['one', 'two'] }, auction, services);
  };

  test('gets all messages in one line', () => {
    expect(reported('invalid', 'go')).toBe('Critical error while running the video endpoint:  one two');
    expect(reported('accountDisabled', 'go')).toBe('Critical error while running the video endpoint:  one two');
  });

  test.each<[RejectionKind, string]>([
    ['invalid', 'Invalid request format: one\nInvalid request format: two'],
    ['accountRequired', 'Unauthorised: one\nUnauthorised: two'],
    ['accountMalformed', 'Invalid request format: one\nInvalid request format: two'],
    ['blockedApp', 'Critical error while running the auction: one, two'],
    ['failed', 'Critical error while running the auction: one, two'],
    ['storeUnavailable', 'Critical error while running the auction: one, two'],
  ])("gets the Java variant's message by kind: %s", (kind, text) => {
    expect(reported(kind, 'java')).toBe(text);
  });

  test('gets the location of the log', () => {
    expect(reported('invalid', 'go', { debugLog: aLog() })).toBe(
      `Critical error while running the video endpoint:  one two [Debug cache ID: ${UUID}]`,
    );
  });
});
