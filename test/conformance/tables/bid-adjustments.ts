/** Topic `bid-adjustments`: rules selected, flattened, merged, validated, applied; floors divided by factors. */

import { Diagnostics } from '#src/auction/diagnostics.ts';
import { dividedFloor, floorFactor } from '#src/auction/floors/for-bidder.ts';
import { applyRules, ensurePositive, flattenRules, pickRules, ruleMediaType } from '#src/auction/pricing/adjustment-rules.ts';
import {
  areValidAdjustments,
  areValidForMediaType,
  isValidAdjustment,
  mergeAdjustments,
  mergeBidAdjustments,
} from '#src/auction/pricing/bid-adjustments.ts';
import { readFactors } from '#src/auction/pricing/factors.ts';
import type { AdjustmentRules } from '#src/auction/pricing/price.ts';
import type { MediaType } from '#src/bidders/bidder.ts';
import { accountSchema } from '#src/config/account.ts';
import type { BidAdjustment, BidAdjustments } from '#src/openrtb/ext.ts';
import type { BidRequest, Imp } from '#src/openrtb/ortb.ts';
import { converterAt } from '#test/helpers/conversions.ts';
import { dialects } from '#test/helpers/dialects.ts';
import type { Row } from '../suites/tables.ts';

type In = {
  op: string;
  rules: { [key: string]: BidAdjustment[] } | null;
  type: string;
  bidder: string | null;
  deal: string | null;
  bid: { price?: number; dealid?: string } | null;
  bidadjustments: BidAdjustments | null;
  byBidder: unknown;
  adjustment: unknown;
  adjustments: BidAdjustment[] | null;
  request: BidRequest | null;
  account: (BidAdjustments & { bidadjustments?: Record<string, unknown> | null }) | null;
  price: number | null;
  currency: string;
  rate?: number;
  imps: Imp[] | null;
  bidType: MediaType;
  impId: string;
  factors: unknown;
};

const rulesOf = (rules: In['rules']): AdjustmentRules => new Map(Object.entries(rules ?? {}));
const converter = (rate = Number.NaN) => converterAt(rate);

const ops: Record<string, (input: In) => Record<string, unknown>> = {
  pick: ({ rules, type, bidder, deal }) => ({ adjustments: pickRules(rulesOf(rules), type, [bidder ?? ''], deal ?? '') }),
  rules: ({ bidadjustments }) => ({ rules: bidadjustments && Object.fromEntries(flattenRules(bidadjustments)) }),
  merge: ({ request, account }) => ({ bidadjustments: mergeAdjustments(request?.ext?.srv?.bidadjustments, account) }),
  'merge-validate'({ request, account }) {
    const diagnostics = new Diagnostics();
    const merged = mergeBidAdjustments(
      { ...request, id: '', imp: [] },
      accountSchema.parse({ bidadjustments: account?.bidadjustments ?? undefined }),
      diagnostics,
    );
    return { bidadjustments: merged, error: diagnostics.warnings.size > 0 };
  },
  validate: ({ bidadjustments }) => ({ valid: areValidAdjustments(bidadjustments) }),
  'validate-media': ({ byBidder }) => ({ valid: areValidForMediaType(byBidder) }),
  'validate-one': ({ adjustment }) => ({ valid: isValidAdjustment(adjustment) }),
  apply: ({ adjustments, price, currency, rate }) => ({
    ...applyRules(adjustments ?? [], { price: price ?? 0, currency }, converter(rate), dialects.go.prices.rules),
  }),
  'pick-apply'({ rules, type, bidder, bid, currency, rate }) {
    const picked = pickRules(rulesOf(rules), type, [bidder ?? ''], bid?.dealid);
    const made = applyRules(picked, { price: bid?.price ?? 0, currency }, converter(rate), dialects.go.prices.rules);
    return 'error' in made ? made : { ...made, price: ensurePositive(made.price, bid?.dealid) };
  },
  type: ({ imps, bidType, impId }) => ({
    type: ruleMediaType(
      bidType,
      imps?.find(({ id }) => id === impId),
      dialects.go.prices,
    ),
  }),
  floor({ request, bidder, factors }) {
    const read = readFactors(factors);
    const imp = request?.imp?.map((one) => ({
      ...one,
      bidfloor: dividedFloor(one.bidfloor ?? 0, floorFactor(read, bidder ?? '', one), dialects.go.prices),
    }));
    return { request: { imp } };
  },
};

export function run(row: Row): Record<string, unknown> {
  const input = row.in as In;
  return ops[input.op]?.(input) ?? { unknown: input.op };
}
