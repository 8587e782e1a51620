/** The response to a video request: targeting for every pod. */
import { CODES } from '#src/bidders/errors.ts';
import type { VideoDialect } from '#src/dialect/contract/video.ts';
import { isObject } from '#src/json/merge.ts';
import type { Result } from '#src/lang/result.ts';
import type { ResponseExt } from '#src/openrtb/ext.ts';
import type { Bid, BidResponse } from '#src/openrtb/ortb.ts';
import { GENERAL } from '../../diagnostics.ts';
import type { PodError } from './pod-errors.ts';

/** Key-values of one bid; fields without a value are omitted. */
export interface PodTargeting {
  hb_pb?: string | undefined;
  hb_pb_cat_dur?: string | undefined;
  hb_cache_id?: string | undefined;
  hb_deal?: string | undefined;
}

export interface AdPod {
  readonly podid: number;
  readonly targeting: PodTargeting[];
  readonly errors?: ResponseExt['errors'] | null | undefined;
}

/** What a variant shows of a pod. */
type PodRules = Pick<VideoDialect, 'noErrors' | 'showsDeals'>;

const NOTHING_CACHED = 'caching failed for all bids';

/**
 * The value of the longest targeting key whose part from its first `_` on is a prefix of `wanted`. This finds keys with any
 * prefix and any truncation.
 * @param min min length of that part: a shorter one belongs to another key
 */
export function keyValue(targeting: { readonly [key: string]: unknown }, wanted: string, min = 2): string {
  let best = '';
  let longest = min - 1;
  for (const key of Object.keys(targeting)) {
    const separator = key.indexOf('_');
    const part = key.slice(separator);
    if (separator < 0 || part.length <= longest || !wanted.startsWith(part)) continue;
    longest = part.length;
    const value = targeting[key];
    best = typeof value === 'string' ? value : '';
  }
  return best;
}

/** `_pb` with its separator: the part beyond which a key contains category and duration. */
const BEYOND_PRICE = '_pb_c'.length;

function targetingOf(bid: Bid, seat: string, { showsDeals }: PodRules): PodTargeting | undefined {
  const keys = bid.ext?.srv?.targeting;
  if (!isObject(keys)) return undefined;
  const cacheId = keyValue(keys, `_uuid_${seat}`);
  if (cacheId === '') return undefined;
  return {
    hb_pb: keyValue(keys, `_pb_${seat}`) || undefined,
    hb_pb_cat_dur: keyValue(keys, `_pb_cat_dur_${seat}`, BEYOND_PRICE) || undefined,
    hb_cache_id: cacheId,
    hb_deal: showsDeals ? keyValue(keys, `_deal_${seat}`) || undefined : undefined,
  };
}

/** The number before an imp id's first `_`; 0: none. */
const podOf = (impId: string | undefined): number => Number.parseInt(impId ?? '', 10) || 0;

/** A pod's messages in the format of any response's errors: general, bad input. */
const toErrorsExt = (messages: readonly string[]): ResponseExt['errors'] => ({
  [GENERAL]: messages.map((message) => ({ code: CODES.badInput, message })),
});

/**
 * Pods in the order of their first cached bid in the response, then failed ones.
 * @returns an error if nothing was cached although there are bids
 */
export function adPods({ seatbid }: Pick<BidResponse, 'seatbid'>, podErrors: readonly PodError[], rules: PodRules): Result<AdPod[]> {
  const pods = new Map<number, AdPod>();
  let bids = 0;
  for (const { bid: list, seat } of seatbid ?? []) {
    for (const bid of list ?? []) {
      bids++;
      const targeting = targetingOf(bid, seat ?? '', rules);
      if (!targeting) continue;
      const podid = podOf(bid.impid);
      const pod = pods.get(podid) ?? { podid, targeting: [], errors: rules.noErrors };
      pod.targeting.push(targeting);
      pods.set(podid, pod);
    }
  }
  if (bids > 0 && pods.size === 0) return { error: NOTHING_CACHED };
  const failed = podErrors.map(({ podId, messages }): AdPod => ({ podid: podId, targeting: [], errors: toErrorsExt(messages) }));
  return { value: [...pods.values(), ...failed] };
}
