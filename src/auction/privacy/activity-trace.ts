/** How the activity rules of an account decided, for those who ask with `ext.srv.trace` (Java variant; privacy.md section 14). */
import type { Ext } from '#src/wire/ext.ts';
import type { Auction } from '../auction.ts';
import type { Services } from '../services.ts';
import { isJavaShape } from '../shape.ts';
import type { ActivityRequest, Component } from './activities.ts';
import type { DecisionGround } from './decide.ts';
import type { Activity } from './decision.ts';

/** What bidders are asked about, in order. */
const ASKED: readonly Activity[] = ['fetchBids', 'transmitUfpd', 'transmitEids', 'transmitPreciseGeo', 'transmitTid'];

type Level = 'basic' | 'verbose';

/** The level asked for; undefined: nothing is traced. */
export function traceLevel({ request }: Auction, { config }: Services): Level | undefined {
  const trace = isJavaShape(config) ? request.ext?.srv?.trace : undefined;
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

/** One bidder's decisions as entries of the trace: the question, the default, each rule asked, the answer. */
export function traceOfBidder({ settings: { activities }, activityRequest }: DecisionGround, name: string, level: Level): Ext[] {
  const component: Component = { type: 'bidder', name };
  const isVerbose = level === 'verbose';
  return ASKED.flatMap((activity): Ext[] => {
    const { allowed, byDefault, asked } = activities.explain(activity, component, activityRequest);
    return [
      {
        description: 'activity asked about',
        activity,
        activity_invocation_payload: isVerbose ? payload(component, activityRequest) : undefined,
      },
      { description: 'default', allow_by_default: byDefault },
      ...asked.map(({ rule, verdict }) => ({
        description: 'rule',
        rule_configuration: isVerbose ? rule : undefined,
        result: RESULTS[verdict],
      })),
      { description: 'answer', activity, allowed },
    ];
  });
}

const RESULTS = { allow: 'ALLOW', deny: 'DISALLOW', abstain: 'ABSTAIN' } as const;
