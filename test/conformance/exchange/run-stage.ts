/** Boundary `stage`: one step called by itself (README section 7). */
import type { Case } from './case.ts';

export async function runStage(one: Case): Promise<string | undefined> {
  return `stage ${one.request.stage} is not built yet`;
}
