import { describe, expect, it } from 'vitest';
import type { CallOutcome, FailureKind } from '#src/auction/bidder-task.ts';
import { failedCall, readResponse, readStoredBidResponse, recordOutcome, toOutcome } from '#src/auction/collect.ts';
import type { MadeBids } from '#src/bidders/bidder.ts';
import { badServer, warning } from '#src/bidders/errors.ts';
import { testServices } from '#test/helpers/services.ts';
import { anAuction, aTask, aTypedBid, call } from './adjust/arrange.ts';

const go = testServices();
const java = testServices({ settings: { variant: 'java' } });
const responseOf = (status: number, body = '{}') => ({ status, headers: {}, body });
const made = (over: Partial<MadeBids> = {}): MadeBids => ({ result: { bids: [aTypedBid()] }, errors: [], ...over });

describe('parsing a response', () => {
  it('passes 2xx and 3xx to the adapter and rejects all else (Go variant)', () => {
    const task = aTask('a', () => made());
    expect([200, 204, 302].map((status) => readResponse(task, call, responseOf(status), go).result?.bids.length)).toEqual([1, 1, 1]);
    expect([199, 400, 503].map((status) => readResponse(task, call, responseOf(status), go).failure)).toEqual(
      [199, 400, 503].map((status) => ({
        kind: 'status',
        message: `Server responded with failure status: ${status}. Set request.test = 1 for debugging info.`,
      })),
    );
  });

  it('accepts 200 and 204 and rejects all else (Java variant)', () => {
    const task = aTask('a', () => made());
    expect(readResponse(task, call, responseOf(200), java).result?.bids.length).toBe(1);
    expect(readResponse(task, call, responseOf(204), java)).toEqual({ call, response: responseOf(204), ms: 0 });
    expect(readResponse(task, call, responseOf(302), java).failure?.message).toBe(
      'Unexpected status code: 302. Run with request.test = 1 for more info',
    );
  });

  it('passes the status of an adapter’s bids to it, whatever it is (Java variant)', () => {
    const task = aTask('a', () => made());
    const own = { ...task, adapter: { ...task.adapter, okStatus: 201 } };
    expect([task, own].map((each) => readResponse(each, call, responseOf(201), java).result?.bids.length)).toEqual([undefined, 1]);
  });

  it('survives an adapter that throws', () => {
    const task = aTask('a', () => {
      throw new Error('bug');
    });
    expect(readResponse(task, call, responseOf(200), go).failure).toEqual({
      kind: 'panic',
      message: 'The adapter failed to read the response',
    });
  });

  it('drops a malformed bid and keeps the others', () => {
    const bids = [aTypedBid({ price: 'one' as never }), aTypedBid({ id: 'b2' })];
    const outcome = readResponse(
      aTask('a', () => made({ result: { bids, currency: 7 as never } })),
      call,
      responseOf(200),
      go,
    );
    expect(outcome.result).toEqual({ bids: [bids[1]], currency: undefined });
    expect(outcome.errors).toEqual([{ code: 5, message: `Bid "b1" has a malformed 'price'` }]);
  });

  it('keeps a no-bid a no-bid', () => {
    expect(readResponse(aTask('a'), call, responseOf(204, ''), go)).toEqual({ call, response: responseOf(204, ''), errors: [], ms: 0 });
  });
});

describe('parsing a stored response', () => {
  const stored = { bidder: 'a', impId: 'i"1', body: '{"impid":"##PBSIMPID##"}', replaceImpId: true };

  it('treats it as a response of status 200 from an empty address, with the macro replaced', () => {
    const task = aTask('a', (_request, _call, response) => made({ result: { bids: [aTypedBid({ adm: response.body })] } }));
    const outcome = readStoredBidResponse(task, stored, go);
    expect(outcome.call).toMatchObject({ uri: '', impIds: ['i"1'], body: 'Stored bid response for impression id: i"1' });
    expect(outcome.response).toEqual({ status: 200, headers: {}, body: '{"impid":"i\\"1"}' });
    expect(outcome.result?.bids[0]?.bid).toMatchObject({ impid: 'i"1', adm: '{"impid":"i\\"1"}' });
  });

  it('keeps imp ids if configured', () => {
    const outcome = readStoredBidResponse(
      aTask('a', () => made()),
      { ...stored, replaceImpId: false },
      go,
    );
    expect(outcome.result?.bids[0]?.bid.impid).toBe('i1');
    expect(readStoredBidResponse(aTask('a'), stored, go).result).toBeUndefined();
  });
});

describe('an outcome', () => {
  const failed = (kind: FailureKind): CallOutcome => failedCall(call, kind, `because ${kind}`);

  it('is the best result of its calls, else the worst failure', () => {
    const bids: CallOutcome = { call, result: { bids: [aTypedBid()] }, ms: 1 };
    expect(toOutcome('a', [failed('timeout'), bids], 2).kind).toBe('bids');
    expect(toOutcome('a', [failed('status'), failed('timeout')], 2).kind).toBe('timeout');
    expect(toOutcome('a', [failed('status')], 2).kind).toBe('error');
    expect(toOutcome('a', [{ call, errors: [badServer('x')], ms: 1 }], 2).kind).toBe('error');
    expect(toOutcome('a', [{ call, errors: [warning('x')], ms: 1 }], 2)).toEqual({
      bidder: 'a',
      kind: 'no-bid',
      ms: 2,
      calls: [{ call, errors: [warning('x')], ms: 1 }],
    });
  });

  it('records its errors and its failed calls as non-bids', () => {
    const auction = anAuction(go);
    const kinds: FailureKind[] = ['timeout', 'tmax', 'unreachable', 'status', 'throttled', 'other'];
    const calls = [...kinds.map(failed), { call, errors: [badServer('bad'), warning('odd', 7)], ms: 1 }];
    recordOutcome(auction, toOutcome('a', calls, 1), aTask('a'), go);
    expect(auction.diagnostics.errors.get('a')).toEqual([
      { code: 1, message: 'because timeout' },
      { code: 1, message: 'because tmax' },
      { code: 999, message: 'because unreachable' },
      { code: 3, message: 'because status' },
      { code: 999, message: 'because other' },
      { code: 3, message: 'bad' },
    ]);
    expect(auction.diagnostics.warnings.get('a')).toEqual([
      { code: 16, message: 'because throttled' },
      { code: 7, message: 'odd' },
    ]);
    expect(auction.nonBids.map(({ code }) => code)).toEqual([101, 100, 103, 100, 100, 100]);
    expect(auction.outcomes.length).toBe(1);
  });

  it('has the Java variant’s messages and codes', () => {
    const auction = anAuction(java);
    auction.deadlineAt = auction.startedAt + 250;
    const calls = [
      failed('timeout'),
      { ...failed('status'), response: responseOf(400) },
      { ...failed('status'), response: responseOf(503) },
      failed('tmax'),
    ];
    recordOutcome(auction, toOutcome('a', calls, 1), aTask('a'), java);
    recordOutcome(auction, toOutcome('a', [failed('timeout')], 1), aTask('a', undefined, { timeoutMs: 120 }), java);
    auction.deadlineAt = undefined;
    recordOutcome(auction, toOutcome('a', [failed('timeout')], 1), aTask('a'), java);
    expect(auction.diagnostics.errors.get('a')).toEqual([
      { code: 1, message: 'Timeout period of 250ms has been exceeded' },
      { code: 2, message: 'because status' },
      { code: 3, message: 'because status' },
      { code: 1, message: 'because tmax' },
      { code: 1, message: 'Timeout period of 120ms has been exceeded' },
      { code: 1, message: 'Timeout has been exceeded' },
    ]);
    expect(auction.nonBids.map(({ code }) => code)).toEqual([101, 102, 103, 101, 101, 101]);
  });
});
