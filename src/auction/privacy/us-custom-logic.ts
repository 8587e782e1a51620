/** Module `iab.uscustomlogic`: the account's own JsonLogic over the fields of US sections; true denies (privacy.md section 13). */
import type { PrivacyModule, Verdict } from './activities.ts';
import type { Activity } from './decision.ts';
import type { UsSection } from './gpp-us.ts';
import { isTruthy, type Logic } from './json-logic.ts';
import { toNational } from './us-states.ts';

export interface UsCustomLogicSettings {
  readonly sids: ReadonlySet<number>;
  /** Read the states' fields in the national layout. */
  readonly normalizes: boolean;
  readonly activities: ReadonlyMap<Activity, Logic>;
}

/** The sections whose fields have a national form; the others are always read as they are. */
const LAST_NORMALIZED = 12;

function variables(section: UsSection, normalizes: boolean): Record<string, unknown> {
  const fields = normalizes && section.id <= LAST_NORMALIZED ? toNational(section) : section.fields;
  return {
    ...fields,
    Version: section.version,
    Gpc: section.gpc,
    GpcSegmentType: section.gpcIncluded ? 1 : 0,
    GpcSegmentIncluded: section.gpcIncluded,
  };
}

/** The module with an account's settings. */
export function usCustomLogic(settings: UsCustomLogicSettings): PrivacyModule['judge'] {
  return (activity, request): Verdict => {
    const logic = settings.activities.get(activity);
    if (!logic) return 'abstain';
    let verdict: Verdict = 'abstain';
    for (const sid of request.gppSid ?? []) {
      const section = settings.sids.has(sid) ? request.gpp?.us(sid) : undefined;
      if (!section) continue;
      if (isTruthy(logic(variables(section, settings.normalizes)))) return 'deny';
      verdict = 'allow';
    }
    return verdict;
  };
}
