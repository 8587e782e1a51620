/** Selects the bidders to sync in the Java variant: all candidates are evaluated, and the limit counts the keys of accepted ones. */
import type { TypeFilter } from '../filters.ts';
import type { ChosenSync, Evaluation, SyncStatus } from '../sync-selection.ts';
import type { Syncer } from '../syncers.ts';

/** Inputs of the decision. */
export interface JavaSyncRules {
  /** A bidder's canonical code from its name in any case; undefined: unknown. */
  resolve(name: string): string | undefined;
  isActive(code: string): boolean;
  syncer(code: string): Syncer | undefined;
  readonly filter: TypeFilter;
  readonly inGdprScope: boolean;
  readonly gppSids: readonly number[];
  readonly allowsHost: boolean;
  allowsSale(code: string): boolean;
  allowsVendor(code: string): boolean;
  allowsActivity(code: string): boolean;
  isInSync(key: string): boolean;
}

/** Messages, with the status that metrics count; `always`: also shown for bidders the request does not name. */
const REASONS = {
  unknown: { message: 'Unsupported bidder', status: 'unknown-bidder', always: false },
  disabled: { message: 'Disabled bidder', status: 'unknown-bidder', always: false },
  unconfigured: { message: 'No sync config', status: 'unconfigured-bidder', always: false },
  off: { message: 'Sync disabled by config', status: 'blocked-by-disabled-usersync', always: true },
  scope: { message: 'Rejected by regulation scope', status: 'blocked-by-regulation-scope', always: true },
  filter: { message: 'Rejected by request filter', status: 'rejected-by-filter', always: true },
  tcf: { message: 'Rejected by TCF', status: 'blocked-by-privacy', always: true },
  sale: { message: 'Rejected by CCPA', status: 'blocked-by-privacy', always: true },
  activity: { message: 'Disallowed activity', status: 'blocked-by-privacy', always: true },
  inSync: { message: 'Already in sync', status: 'already-synced', always: false },
  limit: { message: 'Limit reached', status: 'duplicate', always: false },
} as const satisfies { readonly [reason: string]: Reason };

interface Reason {
  readonly message: string;
  readonly status: SyncStatus;
  readonly always: boolean;
}

type Result = { readonly reason: Reason; readonly key?: string } | { readonly chosen: ChosenSync };

/** Why a candidate is not synced, in the order of the checks; or its sync. */
function evaluate(bidder: string, rules: JavaSyncRules): Result {
  const code = rules.resolve(bidder);
  if (code === undefined) return { reason: REASONS.unknown };
  if (!rules.isActive(code)) return { reason: REASONS.disabled };
  const syncer = rules.syncer(code);
  if (!syncer) return { reason: REASONS.unconfigured };
  const { key } = syncer;
  if (!syncer.enabled) return { reason: REASONS.off, key };
  if (syncer.isSkipped(rules.inGdprScope, rules.gppSids)) return { reason: REASONS.scope, key };
  const type = syncer.pick(rules.filter);
  if (type === undefined) return { reason: REASONS.filter, key };
  if (!rules.allowsHost) return { reason: REASONS.tcf, key };
  if (!rules.allowsSale(code)) return { reason: REASONS.sale, key };
  if (!rules.allowsVendor(code)) return { reason: REASONS.tcf, key };
  if (!rules.allowsActivity(code)) return { reason: REASONS.activity, key };
  return rules.isInSync(key) ? { reason: REASONS.inSync, key } : { chosen: { bidder, syncer, type } };
}

export interface JavaChoice {
  readonly chosen: readonly ChosenSync[];
  /** Rejected bidders, for debug output. */
  readonly rejected: readonly { readonly bidder: string; readonly error: string }[];
  readonly evaluated: readonly Evaluation[];
}

/** @param requested names of the request, in any order; the other candidates were added by cooperative sync */
export function chooseJavaSyncs(
  ordered: readonly string[],
  requested: ReadonlySet<string>,
  limit: number,
  rules: JavaSyncRules,
): JavaChoice {
  const chosen: ChosenSync[] = [];
  const rejected: { bidder: string; error: string }[] = [];
  const evaluated: Evaluation[] = [];
  const keys = new Set<string>();
  const reject = (bidder: string, { message, status, always }: Reason, syncerKey: string | undefined): void => {
    evaluated.push({ bidder, syncerKey, status });
    if (always || requested.has(bidder)) rejected.push({ bidder, error: message });
  };
  for (const bidder of new Set(ordered)) {
    const result = evaluate(bidder, rules);
    if ('reason' in result) {
      reject(bidder, result.reason, result.key);
      continue;
    }
    const { key } = result.chosen.syncer;
    if (chosen.length >= limit) reject(bidder, REASONS.limit, key);
    else if (keys.has(key)) reject(bidder, duplicate(key), key);
    else {
      keys.add(key);
      chosen.push(result.chosen);
      evaluated.push({ bidder, syncerKey: key, status: 'ok' });
    }
  }
  return { chosen, rejected, evaluated };
}

const duplicate = (key: string): Reason => ({ message: `Duplicate bidder synced as ${key}`, status: 'duplicate', always: false });
