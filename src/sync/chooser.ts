/** Who is synced: walks the candidates, judges each and stops at the limit (usersync.md section 5). */
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

/** Verdict on one candidate, under the name it was given by. */
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

/** What a verdict depends on. */
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

export type Verdict = Evaluation & { readonly chosen?: ChosenSync };

/** Judges one candidate and marks its key in `seen`: even a rejected bidder blocks the next one of its key. */
export function evaluate(bidder: string, rules: SyncRules, seen: Set<string>): Verdict {
  const code = rules.resolve(bidder);
  if (code === undefined) return { bidder, status: 'unknown-bidder' };
  const syncer = rules.syncer(code);
  if (!syncer) return { bidder, status: rules.isActive(code) ? 'unconfigured-bidder' : 'unknown-bidder' };
  const { key } = syncer;
  const verdict = (status: SyncStatus): Evaluation => ({ bidder, syncerKey: key, status });
  if (seen.has(key)) return verdict('duplicate');
  seen.add(key);
  const type = syncer.pick(rules.filter);
  if (type === undefined) return verdict('rejected-by-filter');
  if (rules.isInSync(key)) return verdict('already-synced');
  if (!rules.allows(code)) return verdict('blocked-by-privacy');
  if (!syncer.enabled) return verdict('blocked-by-disabled-usersync');
  if (syncer.isSkipped(rules.inGdprScope, rules.gppSids)) return verdict('blocked-by-regulation-scope');
  return { ...verdict('ok'), chosen: { bidder, syncer, type } };
}

export interface Choice {
  readonly evaluated: readonly Evaluation[];
  readonly chosen: readonly ChosenSync[];
}

/** Up to `limit` syncs (0 or less: no limit) in the order of the candidates; a name that comes again is passed over. */
export function chooseSyncs(ordered: readonly string[], limit: number, rules: SyncRules): Choice {
  const most = limit > 0 ? limit : Number.POSITIVE_INFINITY;
  const evaluated: Evaluation[] = [];
  const chosen: ChosenSync[] = [];
  const seen = new Set<string>();
  for (const bidder of new Set(ordered)) {
    if (chosen.length >= most) break;
    const { chosen: sync, ...evaluation } = evaluate(bidder, rules, seen);
    evaluated.push(evaluation);
    if (sync) chosen.push(sync);
  }
  return { evaluated, chosen };
}
