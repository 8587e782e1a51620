/** Values that are available or promised: continuations run synchronously if nothing must be awaited. */

/** `next` of the value, now or when it resolves. */
export const after = <T, R>(value: MaybeLater<T>, next: (value: T) => MaybeLater<R>): MaybeLater<R> =>
  value instanceof Promise ? value.then(next) : next(value);

/** Whether a hook's result is still pending. */
export const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';

/** Immediate if the value is in memory, a promise if another service must be called. */
export type MaybeLater<T> = T | Promise<T>;
