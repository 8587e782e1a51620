/** Shared by the runners of the rule engine's groups. */
import { RuleError } from '#src/modules/rule-engine/arguments.ts';
import { RULE_DIALECTS, type RuleDialect } from '#src/modules/rule-engine/dialects.ts';
import type { RuleContext } from '#src/modules/rule-engine/rule-context.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import type { ModuleRow } from '../suites/modules.ts';

export const dialectOf = ({ variant }: ModuleRow): RuleDialect => RULE_DIALECTS[variant];

/** The request of a row; an absent one has no imps. */
export const requestOf = ({ input }: ModuleRow): BidRequest => ({ ...input.request, imp: input.request?.imp ?? [] });

/** Cookie families of the rows: `twin` syncs under `family`, `nosync` under none, others under their own name. */
const familyOf = (bidder: string): string | undefined => ({ twin: 'family', nosync: '' })[bidder] ?? bidder;

export function contextOf(row: ModuleRow): RuleContext {
  const { input } = row;
  const draws: number[] = [...(input.draws ?? [])];
  const synced: readonly string[] = input.syncedIds ?? [];
  return {
    request: requestOf(row),
    hostRegion: input.datacenter ?? 'local',
    draw: () => draws.shift() ?? 0,
    isSynced: (bidder) => synced.includes(familyOf(bidder) || '\0'),
  };
}

/** The compile error; null: none. */
export function errorOf(compile: () => unknown): string | null {
  try {
    compile();
    return null;
  } catch (cause) {
    if (cause instanceof RuleError) return cause.message;
    throw cause;
  }
}
