/** Updates pushed by the owner of the data: `POST` stores, `DELETE` drops. */
import { parseJson } from '#src/json/parse.ts';
import { applyUpdate, readInvalidation, readUpdate, type UpdateTargets } from './updates.ts';

export interface Push {
  readonly method: 'POST' | 'DELETE';
  readonly body: string;
}

const MESSAGES = {
  POST: { missing: 'Missing update data.\n', read: readUpdate },
  DELETE: { missing: 'Missing invalidation data.\n', read: readInvalidation },
} as const;

/** Applies the update; returns an error message or undefined. */
export function takePush({ method, body }: Push, targets: UpdateTargets): string | undefined {
  const { missing, read } = MESSAGES[method];
  if (body === '') return missing;
  const update = read(parseJson(body));
  if ('error' in update) return `${update.error}\n`;
  applyUpdate(update.value, targets);
  return undefined;
}
