import { addKeys } from '#src/modules/optable-targeting/respond.ts';
import type { ModuleRow } from '../suites/modules.ts';

export function run({ input }: ModuleRow): unknown {
  const reason = addKeys(input.response ?? {}, input['answer']?.audience);
  return { status: reason === 'none' ? 'success' : 'fail', reason, ...(reason === 'none' ? { response: input.response } : {}) };
}
