import { describe, expect, test } from 'vitest';
import type { Auction, DebugLog } from '#src/auction/auction.ts';
import { newAuction } from '#src/auction/new-auction.ts';
import type { BidCache, CachePut } from '#src/auction/services.ts';
import { videoRefusalBody, videoReply } from '#src/auction/video/reply.ts';
import type { RefusalKind } from '#src/wire/refusal.ts';
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

const keep =
  (puts: CachePut[]): BidCache['put'] =>
  (wanted) => {
    puts.push(...wanted);
    return { ids: [], errors: [] };
  };

describe('a video request without pods that is debugged', () => {
  test('has its log kept before it is answered', async () => {
    const puts: CachePut[] = [];
    const later: BidCache['put'] = async (wanted) => {
      await new Promise(setImmediate);
      return keep(puts)(wanted, 1);
    };
    const { auction, services } = arrange(later, { debugLog: aLog() });
    await videoReply({ id: 'r' }, auction, services);
    expect(puts).toMatchObject([{ key: `log_${UUID}`, ttlSeconds: 60 }]);
    expect(puts[0]?.value).toContain('<Response>No response or errors created</Response>');
    expect(JSON.parse(auction.reply?.body ?? '')).toEqual({ adPods: [{ podid: 0, targeting: [{ hb_cache_id: UUID }] }] });
  });

  test('tells the answer’s ext in the log', () => {
    const puts: CachePut[] = [];
    const { auction, services } = arrange(keep(puts), { debugLog: aLog() });
    void videoReply({ id: 'r', ext: { tmaxrequest: 5 } }, auction, services);
    expect(puts[0]?.value).toContain('<Response>{"tmaxrequest":5}</Response>');
  });

  test('names the log the cache state has kept already', () => {
    const puts: CachePut[] = [];
    const { auction, services } = arrange(keep(puts), { debugLog: aLog({ key: 'kept', response: 'r' }) });
    void videoReply({ id: 'r' }, auction, services);
    expect([puts, JSON.parse(auction.reply?.body ?? '')]).toEqual([[], { adPods: [{ podid: 0, targeting: [{ hb_cache_id: 'kept' }] }] }]);
  });

  test.each<[string, BidCache['put']]>([
    [
      'breaks',
      () => {
        throw new Error('broken');
      },
    ],
    ['breaks its word', () => Promise.reject(new Error('broken'))],
  ])('is answered when the cache %s', async (_, put) => {
    const { auction, services } = arrange(put, { debugLog: aLog() });
    await videoReply({ id: 'r' }, auction, services);
    expect(auction.reply?.status).toBe(200);
  });
});

describe('a refused video request', () => {
  const told = (kind: RefusalKind, variant: 'go' | 'java', over: Partial<Auction> = {}): string => {
    const { auction, services } = arrange(() => ({ ids: [], errors: [] }), over, variant);
    return videoRefusalBody({ kind, messages: ['one', 'two'] }, auction, services);
  };

  test('is told everything in one line', () => {
    expect(told('invalid', 'go')).toBe('Critical error while running the video endpoint:  one two');
    expect(told('accountDisabled', 'go')).toBe('Critical error while running the video endpoint:  one two');
  });

  test.each<[RefusalKind, string]>([
    ['invalid', 'Invalid request format: one\nInvalid request format: two'],
    ['accountRequired', 'Unauthorised: one\nUnauthorised: two'],
    ['accountMalformed', 'Invalid request format: one\nInvalid request format: two'],
    ['blockedApp', 'Critical error while running the auction: one, two'],
    ['failed', 'Critical error while running the auction: one, two'],
  ])('is told in the Java variant by kind: %s', (kind, text) => {
    expect(told(kind, 'java')).toBe(text);
  });

  test('is told where the log lies', () => {
    expect(told('invalid', 'go', { debugLog: aLog() })).toBe(
      `Critical error while running the video endpoint:  one two [Debug cache ID: ${UUID}]`,
    );
  });
});
