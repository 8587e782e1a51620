/** Topic `activities`: results of single rules, and of a complete rule set with a default. */
import {
  type Component,
  compileActivities,
  conditionRule,
  decide,
  matchesGppSid,
  type RuleCondition,
} from '#src/auction/privacy/activities.ts';
import type { Row } from '../suites/tables.ts';

type RuleRow = RuleCondition & { result: 'allow' | 'deny'; gppSID?: number[] };
type In = {
  op: string;
  rule?: RuleRow;
  rules?: RuleRow[];
  default?: boolean | 'allow' | 'deny' | null;
  activity?: string;
  activities?: Parameters<typeof compileActivities>[0];
  target?: Partial<Component> | null;
  component?: Partial<Component> | null;
  name?: string;
  type?: string;
  condition?: number[] | null;
  request?: number[] | null;
  gppSid?: number[] | null;
};

const toRule = ({ result, gppSID, ...condition }: RuleRow) => conditionRule({ ...condition, gppSid: gppSID ?? condition.gppSid }, result);
const matches = (condition: RuleCondition, component: Component): boolean =>
  conditionRule(condition, 'allow')(component, undefined) === 'allow';
const word = (allowed: boolean): string => (allowed ? 'allow' : 'deny');

export function run({ in: row }: Row): Record<string, unknown> {
  const input = row as In;
  const { type, name } = input.component ?? input.target ?? {};
  const component = { type: type ?? '', name: name ?? '' };
  const sids = input.gppSid ?? input.request ?? undefined;
  const request = Array.isArray(sids) ? { gppSid: sids } : undefined;
  switch (input.op) {
    case 'rule':
      return { result: input.rule && toRule(input.rule)(component, request) };
    case 'gpp-sid':
      return { matches: matchesGppSid(input.condition, input.request) };
    case 'name':
      return { matches: matches({ componentName: [input.name ?? ''] }, component) };
    case 'type':
      return { matches: matches({ componentType: [input.type ?? ''] }, component) };
    case 'control': {
      const byDefault = input.default !== false && input.default !== 'deny';
      if (!input.activities) return { result: word(decide((input.rules ?? []).map(toRule), byDefault, component, request)) };
      const control = compileActivities(input.activities, [], false, false);
      return { result: word(control.isAllowed(input.activity as 'fetchBids', component, request)) };
    }
    default:
      return {};
  }
}
