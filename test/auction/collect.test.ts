import { describe, expect, it } from 'vitest';
import type { CallOutcome, FailureKind } from '#src/auction/auction.ts';
import { failedCall, keepOutcome, readAnswer, readStoredAnswer, toOutcome } from '#src/auction/collect.ts';
import type { MadeBids } from '#src/bidders/bidder.ts';
import { badServer, warning } from '#src/bidders/errors.ts';
import { testServices } from '#test/helpers/services.ts';
import { anAuction, aTask, aTypedBid, call } from './adjust/arrange.ts';

const go = testServices();
const java = testServices({ settings: { variant: 'java' } });
const answerOf = (status: number, body = '{}') => ({ status, headers: {}, body });
const made = (over: Partial<MadeBids> = {}): MadeBids => ({ result: { bids: [aTypedBid()] }, errors: [], ...over });

describe('reading an answer', () => {
  it('hands 2xx and 3xx to the adapter and refuses all else (Go variant)', () => {
    const task = aTask('a', () => made());
    expect([200, 204, 302].map((status) => readAnswer(task, call, answerOf(status), go).result?.bids.length)).toEqual([1, 1, 1]);
    expect([199, 400, 503].map((status) => readAnswer(task, call, answerOf(status), go).failure)).toEqual(
      [199, 400, 503].map((status) => ({
        kind: 'status',
        message: `Server responded with failure status: ${status}. Set request.test = 1 for debugging info.`,
      })),
    );
  });

  it('takes 200, knows 204 and refuses all else (Java variant)', () => {
    const task = aTask('a', () => made());
    expect(readAnswer(task, call, answerOf(200), java).result?.bids.length).toBe(1);
    expect(readAnswer(task, call, answerOf(204), java)).toEqual({ call, answer: answerOf(204), ms: 0 });
    expect(readAnswer(task, call, answerOf(302), java).failure?.message).toBe(
      'Unexpected status code: 302. Run with request.test = 1 for more info',
    );
  });

  it('survives an adapter that throws', () => {
    const task = aTask('a', () => {
      throw new Error('bug');
    });
    expect(readAnswer(task, call, answerOf(200), go).failure).toEqual({
      kind: 'panic',
      message: 'The adapter failed to read the response',
    });
  });

  it('drops a bid nobody can read and keeps the others', () => {
    const bids = [aTypedBid({ price: 'one' as never }), aTypedBid({ id: 'b2' })];
    const outcome = readAnswer(
      aTask('a', () => made({ result: { bids, currency: 7 as never } })),
      call,
      answerOf(200),
      go,
    );
    expect(outcome.result).toEqual({ bids: [bids[1]], currency: undefined });
    expect(outcome.errors).toEqual([{ code: 5, message: `Bid "b1" has a malformed 'price'` }]);
  });

  it('keeps what is no bid a no-bid', () => {
    expect(readAnswer(aTask('a'), call, answerOf(204, ''), go)).toEqual({ call, answer: answerOf(204, ''), errors: [], ms: 0 });
  });
});

describe('reading a stored answer', () => {
  const stored = { bidder: 'a', impId: 'i"1', body: '{"impid":"##PBSIMPID##"}', replaceImpId: true };

  it('reads it as an answer of status 200 to an empty address, the macro replaced', () => {
    const task = aTask('a', (_request, _call, answer) => made({ result: { bids: [aTypedBid({ adm: answer.body })] } }));
    const outcome = readStoredAnswer(task, stored, go);
    expect(outcome.call).toMatchObject({ uri: '', impIds: ['i"1'], body: 'Stored bid response for impression id: i"1' });
    expect(outcome.answer).toEqual({ status: 200, headers: {}, body: '{"impid":"i\\"1"}' });
    expect(outcome.result?.bids[0]?.bid).toMatchObject({ impid: 'i"1', adm: '{"impid":"i\\"1"}' });
  });

  it('leaves imp ids alone when it was asked to', () => {
    const outcome = readStoredAnswer(
      aTask('a', () => made()),
      { ...stored, replaceImpId: false },
      go,
    );
    expect(outcome.result?.bids[0]?.bid.impid).toBe('i1');
    expect(readStoredAnswer(aTask('a'), stored, go).result).toBeUndefined();
  });
});

describe('an outcome', () => {
  const failed = (kind: FailureKind): CallOutcome => failedCall(call, kind, `because ${kind}`);

  it('is the best that happened, else the worst', () => {
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

  it('leaves its errors among the findings and its failed calls among the non-bids', () => {
    const auction = anAuction(go);
    const kinds: FailureKind[] = ['timeout', 'tmax', 'unreachable', 'status', 'throttled', 'other'];
    const calls = [...kinds.map(failed), { call, errors: [badServer('bad'), warning('odd', 7)], ms: 1 }];
    keepOutcome(auction, toOutcome('a', calls, 1), aTask('a'), go);
    expect(auction.findings.errors.get('a')).toEqual([
      { code: 1, message: 'because timeout' },
      { code: 1, message: 'because tmax' },
      { code: 999, message: 'because unreachable' },
      { code: 3, message: 'because status' },
      { code: 999, message: 'because other' },
      { code: 3, message: 'bad' },
    ]);
    expect(auction.findings.warnings.get('a')).toEqual([
      { code: 16, message: 'because throttled' },
      { code: 7, message: 'odd' },
    ]);
    expect(auction.nonBids.map(({ code }) => code)).toEqual([101, 100, 103, 100, 100, 100]);
    expect(auction.outcomes.length).toBe(1);
  });

  it('speaks the Java variant’s words and codes', () => {
    const auction = anAuction(java);
    auction.deadlineAt = auction.startedAt + 250;
    const calls = [
      failed('timeout'),
      { ...failed('status'), answer: answerOf(400) },
      { ...failed('status'), answer: answerOf(503) },
      failed('tmax'),
    ];
    keepOutcome(auction, toOutcome('a', calls, 1), aTask('a'), java);
    keepOutcome(auction, toOutcome('a', [failed('timeout')], 1), aTask('a', undefined, { timeoutMs: 120 }), java);
    auction.deadlineAt = undefined;
    keepOutcome(auction, toOutcome('a', [failed('timeout')], 1), aTask('a'), java);
    expect(auction.findings.errors.get('a')).toEqual([
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
