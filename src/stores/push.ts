/** Updates pushed by whoever owns the data: `POST` keeps, `DELETE` forgets (events-cache-stored.md section 13). */
import { applyUpdate, readInvalidation, readUpdate, type UpdateTargets } from './updates.ts';

export interface Push {
  readonly method: 'POST' | 'DELETE';
  readonly body: string;
}

const WORDS = {
  POST: { missing: 'Missing update data.\n', invalid: 'Invalid update.\n', read: readUpdate },
  DELETE: { missing: 'Missing invalidation data.\n', invalid: 'Invalid invalidation.\n', read: readInvalidation },
} as const;

/** Carries the push out; what is wrong with it, or undefined. */
export function takePush({ method, body }: Push, targets: UpdateTargets): string | undefined {
  const { missing, invalid, read } = WORDS[method];
  if (body === '') return missing;
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return invalid;
  }
  const update = read(parsed);
  if (!update) return invalid;
  applyUpdate(update, targets);
  return undefined;
}
