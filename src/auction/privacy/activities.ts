/** Activity controls of an account: rules that allow or deny an activity to a component. */
import type { ActivitySettings } from '#src/config/account-privacy.ts';
import type { GppString } from '#src/privacy/gpp.ts';
import type { Activity } from './decision.ts';

/** The actor of an activity: a bidder by its name in the request, an analytics module or another module. */
export interface Component {
  readonly type: string;
  readonly name: string;
}

/** Properties of the request that rules can test; an absent field is unknown. */
export interface ActivityRequest {
  readonly gpp?: GppString | undefined;
  readonly gppSid?: readonly number[] | undefined;
  readonly geo?: { readonly country: string; readonly region: string } | undefined;
  readonly gpc?: string | undefined;
  /** Modules skipped for this request (by their skip rate), by position in the account's list. */
  readonly skipped?: ReadonlySet<number> | undefined;
}

export type ActivityDecision = 'allow' | 'deny' | 'abstain';
export type Rule = (component: Component, request: ActivityRequest | undefined) => ActivityDecision;

/** A privacy module of the account: decides on an activity by the request alone. */
export interface PrivacyModule {
  readonly code: string;
  /** Position in the account's list. */
  readonly index: number;
  readonly skipRate: number;
  decide(activity: Activity, request: ActivityRequest): ActivityDecision;
}

/** How a decision was made: the rules evaluated, in order, up to the deciding one. */
export interface Explanation {
  readonly allowed: boolean;
  readonly byDefault: boolean;
  readonly evaluatedRules: readonly { readonly rule: RuleSettings; readonly decision: ActivityDecision }[];
}

export interface ActivityControl {
  /** No rules: everything is allowed without evaluation. */
  readonly isEmpty: boolean;
  readonly modules: readonly PrivacyModule[];
  /** `request` absent: evaluated outside an auction, or if the request must not count. */
  isAllowed(activity: Activity, component: Component, request?: ActivityRequest): boolean;
  /** The same decision, step by step. */
  explain(activity: Activity, component: Component, request?: ActivityRequest): Explanation;
}

type RuleSettings = NonNullable<ActivitySettings['rules']>[number];

/** Conditions of a rule; all must match, each by any of its values. Empty ones always match. */
export interface RuleCondition {
  readonly componentName?: readonly string[] | undefined;
  readonly componentType?: readonly string[] | undefined;
  readonly gppSid?: readonly number[] | undefined;
  readonly geo?: readonly string[] | undefined;
  readonly gpc?: string | undefined;
}

const lowered = (names: readonly string[] | undefined): ReadonlySet<string> | undefined =>
  names && names.length > 0 ? new Set(names.map((name) => name.toLowerCase())) : undefined;

const HOOK_MODULES = ['general', 'rtd'];
/** The names of a type in lower case; hook modules may be called `general` or `rtd`. */
const sameTypes = (type: string): string[] => (HOOK_MODULES.includes(type.toLowerCase()) ? HOOK_MODULES : [type.toLowerCase()]);

/** Whether the applicable sections match a rule's; a request that names none matches only a rule without any. */
export const matchesGppSid = (condition: readonly number[] | null | undefined, sids: readonly number[] | null | undefined): boolean =>
  !condition || condition.length === 0 || (sids ?? []).some((sid) => condition.includes(sid));

/** `USA` or `CAN.ON`, in any case. An unknown location counts as a match. */
function matchesGeo(condition: readonly string[] | undefined, geo: ActivityRequest['geo']): boolean {
  if (!condition || !geo) return true;
  const country = geo.country.toUpperCase();
  const place = `${country}.${geo.region.toUpperCase()}`;
  return condition.includes(country) || condition.includes(place);
}

/** A rule that returns `result` if its conditions match, else abstains. */
export function conditionRule(condition: RuleCondition | undefined, result: 'allow' | 'deny'): Rule {
  const names = lowered(condition?.componentName);
  const types = condition?.componentType?.length ? new Set(condition.componentType.flatMap(sameTypes)) : undefined;
  const sids = condition?.gppSid;
  const places = condition?.geo?.length ? condition.geo.map((place) => place.toUpperCase()) : undefined;
  const gpc = condition?.gpc;
  return (component, request) => {
    if (names && !names.has(component.name.toLowerCase())) return 'abstain';
    if (types && !types.has(component.type.toLowerCase())) return 'abstain';
    if (!matchesGppSid(sids, request?.gppSid) || !matchesGeo(places, request?.geo)) return 'abstain';
    if (gpc !== undefined && request?.gpc !== undefined && request.gpc !== gpc) return 'abstain';
    return result;
  };
}

/** A rule that evaluates privacy modules: any denial wins, then any permission. */
function moduleRule(activity: Activity, modules: readonly PrivacyModule[]): Rule {
  return (_component, request) => {
    if (!request) return 'abstain';
    let decision: ActivityDecision = 'abstain';
    for (const module of modules) {
      if (request.skipped?.has(module.index)) continue;
      const decided = module.decide(activity, request);
      if (decided === 'deny') return 'deny';
      if (decided === 'allow') decision = 'allow';
    }
    return decision;
  };
}

/** The first rule that does not abstain decides; else the default. */
export function decide(rules: readonly Rule[], byDefault: boolean, component: Component, request?: ActivityRequest): boolean {
  for (const rule of rules) {
    const decision = rule(component, request);
    if (decision !== 'abstain') return decision === 'allow';
  }
  return byDefault;
}

const ACTIVITIES: readonly Activity[] = [
  'syncUser',
  'fetchBids',
  'enrichUfpd',
  'reportAnalytics',
  'transmitUfpd',
  'transmitEids',
  'transmitPreciseGeo',
  'transmitUniqueRequestIds',
  'transmitTid',
];

/** Names are accepted in camel, snake and kebab case. */
const plain = (name: string): string => name.replace(/[-_]/g, '').toLowerCase();
/** Other names in the Java variant. */
const SYNONYMS: Readonly<Record<string, Activity>> = {
  callBidder: 'fetchBids',
  modifyUfpd: 'enrichUfpd',
  transmitGeo: 'transmitPreciseGeo',
};
const byPlainName = new Map([
  ...Object.entries(SYNONYMS).map(([name, activity]) => [plain(name), activity] as const),
  ...ACTIVITIES.map((activity) => [plain(activity), activity] as const),
]);

/** The activity with this name, or with its other name, in any of the spellings. */
export const activityNamed = (name: string): Activity | undefined => byPlainName.get(plain(name));

/** Modules named by an entry of `privacyreg`: full codes, or a prefix before a `*`. */
const named = (entries: readonly string[], modules: readonly PrivacyModule[]): PrivacyModule[] =>
  modules.filter(({ code }) => entries.some((entry) => (entry.endsWith('*') ? code.startsWith(entry.slice(0, -1)) : code === entry)));

const hasEmptyList = (condition: RuleCondition | undefined): boolean =>
  condition?.componentName?.length === 0 || condition?.componentType?.length === 0;

interface Control {
  readonly rules: readonly Rule[];
  /** Sources of the rules. */
  readonly settings: readonly RuleSettings[];
  readonly byDefault: boolean;
}

function explain(control: Control | undefined, component: Component, request: ActivityRequest | undefined): Explanation {
  if (!control) return { allowed: true, byDefault: true, evaluatedRules: [] };
  const { rules, settings, byDefault } = control;
  const decisions = rules.map((rule) => rule(component, request));
  const deciding = decisions.findIndex((decision) => decision !== 'abstain');
  const evaluatedRules = settings.flatMap((rule, i) =>
    deciding < 0 || i <= deciding ? [{ rule, decision: decisions[i] ?? 'abstain' }] : [],
  );
  return { allowed: deciding < 0 ? byDefault : decisions[deciding] === 'allow', byDefault, evaluatedRules };
}

/**
 * Compiles an account's `allowactivities`; absent: everything is allowed. A rule without `allow` allows.
 * @param eidsFollowUfpd rules of `transmitUfpd` also apply to `transmitEids` if that has none (Java variant)
 * @param ignoresEmpty rules with an empty list of names or types are left out (Java variant)
 */
export function compileActivities(
  activities: { readonly [activity: string]: ActivitySettings } | undefined,
  modules: readonly PrivacyModule[],
  eidsFollowUfpd: boolean,
  ignoresEmpty: boolean,
): ActivityControl {
  const controls = new Map<Activity, Control>();
  for (const [name, control] of Object.entries(activities ?? {})) {
    const activity = activityNamed(name);
    if (!activity) continue;
    const settings = (control.rules ?? []).filter(({ condition }) => !(ignoresEmpty && hasEmptyList(condition)));
    const rules = settings.map((rule) =>
      rule.privacyreg
        ? moduleRule(activity, named(rule.privacyreg, modules))
        : conditionRule(rule.condition, rule.allow === false ? 'deny' : 'allow'),
    );
    controls.set(activity, { rules, settings, byDefault: control.default ?? true });
  }
  const ufpd = controls.get('transmitUfpd');
  if (eidsFollowUfpd && ufpd && !controls.has('transmitEids')) controls.set('transmitEids', ufpd);
  return {
    isEmpty: controls.size === 0,
    modules,
    isAllowed(activity, component, request) {
      const control = controls.get(activity);
      return control ? decide(control.rules, control.byDefault, component, request) : true;
    },
    explain: (activity, component, request) => explain(controls.get(activity), component, request),
  };
}
