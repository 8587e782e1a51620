/** Results in tests. */
import type { Result } from '#src/lang/result.ts';

/** The value of a result that must not be an error. */
export function valueIn<T>(result: Result<T>): T {
  if ('error' in result) throw new Error(result.error);
  return result.value;
}
