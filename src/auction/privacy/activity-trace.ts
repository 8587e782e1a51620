/** Decisions of an account's activity rules, for requests with `ext.srv.trace` (Java variant). */
import type { Ext } from '#src/openrtb/ext.ts';
import type { Auction } from '../auction.ts';
import type { Services } from '../services.ts';
import type { ActivityRequest, Component } from './activities.ts';
import type { DecisionContext } from './decide.ts';
import type { Activity } from './decision.ts';

/** The activities traced per bidder, in order. */
const TRACED: readonly Activity[] = ['fetchBids', 'transmitUfpd', 'transmitEids', 'transmitPreciseGeo', 'transmitTid'];

export type TraceLevel = 'basic' | 'verbose';

/** The requested level; undefined: no tracing. */
export function traceLevel({ request }: Auction, { dialect }: Services): TraceLevel | undefined {
  const trace = dialect.response.tracesActivities ? request.ext?.srv?.trace : undefined;
  return trace === 'basic' || trace === 'verbose' ? trace : undefined;
}

const payload = ({ type, name }: Component, { gppSid, geo, gpc }: ActivityRequest): Ext => ({
  component_type: type,
  component_name: name,
  gpp_sid: gppSid,
  country: geo?.country,
  region: geo?.region,
  gpc: gpc === '' ? undefined : gpc,
});

/** One bidder's decisions as trace entries: the activity, the default, each evaluated rule, the result. */
export function traceOfBidder({ settings: { activities }, activityRequest }: DecisionContext, name: string, level: TraceLevel): Ext[] {
  const component: Component = { type: 'bidder', name };
  const isVerbose = level === 'verbose';
  return TRACED.flatMap((activity): Ext[] => {
    const { allowed, byDefault, evaluatedRules } = activities.explain(activity, component, activityRequest);
    return [
      {
        description: 'activity asked about',
        activity,
        activity_invocation_payload: isVerbose ? payload(component, activityRequest) : undefined,
      },
      { description: 'default', allow_by_default: byDefault },
      ...evaluatedRules.map(({ rule, decision }) => ({
        description: 'rule',
        rule_configuration: isVerbose ? rule : undefined,
        result: RESULTS[decision],
      })),
      { description: 'answer', activity, allowed },
    ];
  });
}

const RESULTS = { allow: 'ALLOW', deny: 'DISALLOW', abstain: 'ABSTAIN' } as const;
