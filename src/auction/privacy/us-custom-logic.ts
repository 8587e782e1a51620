/** Module `iab.uscustomlogic`: the account's own JsonLogic over the fields of US sections; true denies. */

import { isTruthy, type Logic } from '#src/json/json-logic.ts';
import { CHILD, type UsSection } from '#src/privacy/gpp-us.ts';
import { toNational } from '#src/privacy/us-states.ts';
import type { ActivityDecision, PrivacyModule } from './activities.ts';
import type { Activity } from './decision.ts';

export interface UsCustomLogicSettings {
  readonly sids: ReadonlySet<number>;
  /** State fields are read in the national layout. */
  readonly normalizes: boolean;
  readonly activities: ReadonlyMap<Activity, Logic>;
}

/** The sections with a national form; others are always read unchanged. */
const LAST_NORMALIZED = 12;

/** The specifications of sections with one field for children name it without a number; both names exist. */
function singleChild({ fields }: UsSection): Record<string, unknown> {
  return fields[`${CHILD}2`] === undefined && fields[`${CHILD}1`] !== undefined ? { [CHILD]: fields[`${CHILD}1`] } : {};
}

function variables(section: UsSection, normalizes: boolean): Record<string, unknown> {
  const fields = normalizes && section.id <= LAST_NORMALIZED ? toNational(section) : section.fields;
  return {
    ...fields,
    ...singleChild(section),
    Version: section.version,
    Gpc: section.gpc,
    GpcSegmentType: section.gpcIncluded ? 1 : 0,
    GpcSegmentIncluded: section.gpcIncluded,
  };
}

/** A rule that cannot be evaluated denies: it takes too many steps. */
function denies(logic: Logic, data: object): boolean {
  try {
    return isTruthy(logic(data));
  } catch {
    return true;
  }
}

/** The module with an account's settings. */
export function usCustomLogic(settings: UsCustomLogicSettings): PrivacyModule['decide'] {
  return (activity, request): ActivityDecision => {
    const logic = settings.activities.get(activity);
    if (!logic) return 'abstain';
    let result: ActivityDecision = 'abstain';
    for (const sid of request.gppSid ?? []) {
      const section = settings.sids.has(sid) ? request.gpp?.us(sid) : undefined;
      if (!section) continue;
      if (denies(logic, variables(section, settings.normalizes))) return 'deny';
      result = 'allow';
    }
    return result;
  };
}
