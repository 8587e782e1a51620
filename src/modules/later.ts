/** Values that are at hand, or promised: what follows runs at once where nothing must be waited for. */
import type { MaybeLater } from '#src/auction/services.ts';

/** `next` of the value, now or when it is there. */
export const after = <T, R>(value: MaybeLater<T>, next: (value: T) => MaybeLater<R>): MaybeLater<R> =>
  value instanceof Promise ? value.then(next) : next(value);

/** Whether a hook's answer is still to come. */
export const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
