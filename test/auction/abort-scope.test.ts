import { expect, test } from 'vitest';
import { AbortScope, untilAborted } from '#src/auction/abort-scope.ts';

test('a scope has one signal, aborted with it', () => {
  const scope = new AbortScope();
  const { signal } = scope;
  expect([signal.aborted, scope.signal === signal]).toEqual([false, true]);
  scope.abort();
  scope.abort();
  expect(signal.aborted).toBe(true);
});

test('a signal that is asked for after the abort is aborted from the start', () => {
  const scope = new AbortScope();
  scope.abort();
  expect(scope.signal.aborted).toBe(true);
});

test('work is waited for until the abort, and its later end reaches nobody', async () => {
  const scope = new AbortScope();
  expect(await untilAborted(Promise.resolve(1), scope)).toBe(1);
  const { promise, reject } = Promise.withResolvers<number>();
  const waited = untilAborted(promise, scope);
  scope.abort();
  await expect(waited).rejects.toMatchObject({ name: 'AbortError' });
  reject(new Error('too late'));
  await expect(untilAborted(new Promise(() => {}), scope)).rejects.toMatchObject({ name: 'AbortError' });
});
