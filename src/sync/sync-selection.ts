/** Selects the bidders to sync: evaluates the candidates in order and stops at the limit. */
import type { SyncType, TypeFilter } from './filters.ts';
import type { Syncer } from './syncers.ts';

export type SyncStatus =
  | 'ok'
  | 'unknown-bidder'
  | 'unconfigured-bidder'
  | 'duplicate'
  | 'rejected-by-filter'
  | 'already-synced'
  | 'blocked-by-privacy'
  | 'blocked-by-disabled-usersync'
  | 'blocked-by-regulation-scope'
  | 'blocked-by-user-opt-out';

/** Result for one candidate, under its given name. */
export interface Evaluation {
  readonly bidder: string;
  readonly syncerKey?: string | undefined;
  readonly status: SyncStatus;
}

export interface ChosenSync {
  readonly bidder: string;
  readonly syncer: Pick<Syncer, 'bidder' | 'key' | 'url' | 'format'>;
  readonly type: SyncType;
}

/** Inputs of the decision. */
export interface SyncRules {
  /** A bidder's canonical code from its name in any case; undefined: unknown. */
  resolve(name: string): string | undefined;
  syncer(code: string): Syncer | undefined;
  isActive(code: string): boolean;
  readonly filter: TypeFilter;
  isInSync(key: string): boolean;
  allows(code: string): boolean;
  readonly inGdprScope: boolean;
  readonly gppSids: readonly number[];
}

export type SyncDecision = Evaluation & { readonly chosen?: ChosenSync };

/** Evaluates one candidate and marks its key in `seen`: even a rejected bidder blocks later ones with the same key. */
export function evaluate(bidder: string, rules: SyncRules, seen: Set<string>): SyncDecision {
  const code = rules.resolve(bidder);
  if (code === undefined) return { bidder, status: 'unknown-bidder' };
  const syncer = rules.syncer(code);
  if (!syncer) return { bidder, status: rules.isActive(code) ? 'unconfigured-bidder' : 'unknown-bidder' };
  const { key } = syncer;
  const decision = (status: SyncStatus): Evaluation => ({ bidder, syncerKey: key, status });
  if (seen.has(key)) return decision('duplicate');
  seen.add(key);
  const type = syncer.pick(rules.filter);
  if (type === undefined) return decision('rejected-by-filter');
  if (rules.isInSync(key)) return decision('already-synced');
  if (!rules.allows(code)) return decision('blocked-by-privacy');
  if (!syncer.enabled) return decision('blocked-by-disabled-usersync');
  if (syncer.isSkipped(rules.inGdprScope, rules.gppSids)) return decision('blocked-by-regulation-scope');
  return { ...decision('ok'), chosen: { bidder, syncer, type } };
}

export interface Choice {
  readonly evaluated: readonly Evaluation[];
  readonly chosen: readonly ChosenSync[];
}

/** Up to `limit` syncs (0 or less: no limit) in the order of the candidates; repeated names are skipped. */
export function chooseSyncs(ordered: readonly string[], limit: number, rules: SyncRules): Choice {
  const max = limit > 0 ? limit : Number.POSITIVE_INFINITY;
  const evaluated: Evaluation[] = [];
  const chosen: ChosenSync[] = [];
  const seen = new Set<string>();
  for (const bidder of new Set(ordered)) {
    if (chosen.length >= max) break;
    const { chosen: sync, ...evaluation } = evaluate(bidder, rules, seen);
    evaluated.push(evaluation);
    if (sync) chosen.push(sync);
  }
  return { evaluated, chosen };
}
