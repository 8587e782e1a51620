/** The answer to a video request: for every pod what its ad server is told (amp-and-video.md section 13; decisions rows 26, 30). */
import { CODES } from '#src/bidders/errors.ts';
import type { ResponseExt } from '#src/wire/ext.ts';
import { isObject } from '#src/wire/merge.ts';
import type { Bid, BidResponse } from '#src/wire/ortb.ts';
import { GENERAL } from '../findings.ts';
import type { PodError } from './pod-errors.ts';

/** Key-values of one bid; members without a value are left out. */
export interface PodTargeting {
  hb_pb?: string | undefined;
  hb_pb_cat_dur?: string | undefined;
  hb_cache_id?: string | undefined;
  hb_deal?: string | undefined;
}

export interface AdPod {
  readonly podid: number;
  readonly targeting: PodTargeting[];
  readonly errors?: ResponseExt['errors'] | undefined;
}

export const NOTHING_CACHED = 'caching failed for all bids';

/**
 * The value of the longest targeting key whose part from its first `_` on begins `wanted`: so keys are found whatever their
 * prefix, and cut to any length.
 * @param least shortest part that counts: a shorter one belongs to another key
 */
export function keyValue(targeting: { readonly [key: string]: unknown }, wanted: string, least = 2): string {
  let best = '';
  let longest = least - 1;
  for (const key of Object.keys(targeting)) {
    const cut = key.indexOf('_');
    const part = key.slice(cut);
    if (cut < 0 || part.length <= longest || !wanted.startsWith(part)) continue;
    longest = part.length;
    const value = targeting[key];
    best = typeof value === 'string' ? value : '';
  }
  return best;
}

/** `_pb` with its separator: what a key must have beyond it to tell category and duration. */
const BEYOND_PRICE = '_pb_c'.length;

function targetingOf(bid: Bid, seat: string): PodTargeting | undefined {
  const keys = bid.ext?.srv?.targeting;
  if (!isObject(keys)) return undefined;
  const cacheId = keyValue(keys, `_uuid_${seat}`);
  if (cacheId === '') return undefined;
  return {
    hb_pb: keyValue(keys, `_pb_${seat}`) || undefined,
    hb_pb_cat_dur: keyValue(keys, `_pb_cat_dur_${seat}`, BEYOND_PRICE) || undefined,
    hb_cache_id: cacheId,
    hb_deal: keyValue(keys, `_deal_${seat}`) || undefined,
  };
}

/** The number in front of an imp id's first `_`; 0: there is none. */
const podOf = (impId: string | undefined): number => Number.parseInt(impId ?? '', 10) || 0;

/** A pod's texts in the form of any answer's errors: about the request, bad input. */
const toldErrors = (messages: readonly string[]): ResponseExt['errors'] => ({
  [GENERAL]: messages.map((message) => ({ code: CODES.badInput, message })),
});

/**
 * Pods in the order their first cached bid stands in the answer, then those that failed.
 * @returns nothing was cached though there are bids: the text of that
 */
export function adPods({ seatbid }: Pick<BidResponse, 'seatbid'>, podErrors: readonly PodError[]): AdPod[] | string {
  const pods = new Map<number, AdPod>();
  let bids = 0;
  for (const { bid: list, seat } of seatbid ?? []) {
    for (const bid of list ?? []) {
      bids++;
      const targeting = targetingOf(bid, seat ?? '');
      if (!targeting) continue;
      const podid = podOf(bid.impid);
      const pod = pods.get(podid) ?? { podid, targeting: [] };
      pod.targeting.push(targeting);
      pods.set(podid, pod);
    }
  }
  if (bids > 0 && pods.size === 0) return NOTHING_CACHED;
  const failed = podErrors.map(({ podId, messages }): AdPod => ({ podid: podId, targeting: [], errors: toldErrors(messages) }));
  return [...pods.values(), ...failed];
}
