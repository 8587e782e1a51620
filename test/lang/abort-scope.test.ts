import { expect, test } from 'vitest';
import { AbortScope, untilAborted } from '#src/lang/abort-scope.ts';

test('a scope has one signal, aborted with it', () => {
  const scope = new AbortScope();
  const { signal } = scope;
  expect([signal.aborted, scope.signal === signal]).toEqual([false, true]);
  scope.abort();
  scope.abort();
  expect(signal.aborted).toBe(true);
});

test('a signal requested after the abort is aborted from the start', () => {
  const scope = new AbortScope();
  scope.abort();
  expect(scope.signal.aborted).toBe(true);
});

test('work is awaited until the abort, and its later result is dropped', async () => {
  const scope = new AbortScope();
  expect(await untilAborted(Promise.resolve(1), scope)).toBe(1);
  const { promise, reject } = Promise.withResolvers<number>();
  const waited = untilAborted(promise, scope);
  scope.abort();
  await expect(waited).rejects.toMatchObject({ name: 'AbortError' });
  reject(new Error('too late'));
  await expect(untilAborted(new Promise(() => {}), scope)).rejects.toMatchObject({ name: 'AbortError' });
});
