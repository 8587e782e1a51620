import { expect, test } from 'vitest';
import { AbortScope } from '#src/lang/abort-scope.ts';
import { callService, type ServiceResult } from '#src/net/service-call.ts';
import type { Exchanged, Transport } from '#src/net/transport.ts';
import { WoundClock } from '#test/helpers/clock.ts';

/** A call with a timeout of 50 ms. */
function begin(scope = new AbortScope()) {
  const clock = new WoundClock();
  const cancelled: unknown[] = [];
  let done: (exchanged: Exchanged) => void = () => {};
  const transport = {
    send(_outgoing: unknown, end: (exchanged: Exchanged) => void) {
      done = end;
      return (isLate?: boolean) => void cancelled.push(isLate);
    },
  } as unknown as Transport;
  const result = callService({ method: 'GET', uri: 'http://s', headers: {} }, 50, { transport, clock }, scope);
  return { clock, scope, cancelled, result, end: (exchanged: Exchanged) => done(exchanged) };
}

const failed = (message: string, timedOut = false): ServiceResult => ({ kind: 'failed', message, timedOut });

test('a call has the response of its service, and nothing is left to cancel', async () => {
  const { result, end, clock, scope, cancelled } = begin();
  const exchanged = { kind: 'response', response: { status: 200, headers: {}, body: 'x' } } as unknown as Exchanged;
  end(exchanged);
  scope.abort();
  expect([await result, clock.pending, cancelled]).toEqual([exchanged, 0, []]);
});

test('a call ends with its timeout, or when nobody waits any more', async () => {
  const late = begin();
  late.clock.wind(50);
  expect([await late.result, late.cancelled]).toEqual([failed('context deadline exceeded', true), [true]]);
  const left = begin();
  left.scope.abort();
  expect([await left.result, left.cancelled, left.clock.pending]).toEqual([failed('no longer awaited'), [undefined], 0]);
  const scope = new AbortScope();
  scope.abort();
  const never = begin(scope);
  expect([await never.result, never.cancelled]).toEqual([failed('no longer awaited'), [undefined]]);
});
