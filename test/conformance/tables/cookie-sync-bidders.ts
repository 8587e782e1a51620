import { type CoopSync, orderCandidates } from '#src/sync/candidates.ts';
import type { Row } from '../suites/tables.ts';

interface Input {
  readonly requested: readonly string[] | null;
  readonly available: readonly string[] | null;
  readonly coop: CoopSync | null;
}

export function run(row: Row): Record<string, unknown> {
  const { requested, available, coop } = row.in as unknown as Input;
  return { bidders: orderCandidates(requested, available ?? [], coop ?? { enabled: false }, (names) => names.toReversed()) };
}
