/** Expands every pod into imps of the stored imp it names; together they are the auction's request. */

import { copyJson } from '#src/json/merge.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { Imp, Video } from '#src/openrtb/ortb.ts';
import type { Auction } from '../../auction.ts';
import { storedRejection } from '../../rejection.ts';
import type { Services } from '../../services.ts';
import type { Found } from '../../stored-data.ts';
import { parseObject } from '../../validate/parse.ts';
import { toAuctionBody } from './auction-body.ts';
import { type Slot, type SlotRules, slotCount, slotsOf } from './imps.ts';
import { allPodsMessage } from './pod-errors.ts';
import type { Pod, VideoRequest } from './request.ts';

const NONE: Found = { documents: new Map(), errors: [] };

/** The state's function: `auction.body` becomes the auction's request, or no pod is valid. Waits only if the store does. */
export function expandPods(auction: Auction, services: Services): void | Promise<void> {
  const { video: request, storageTimeoutMs } = auction.input;
  if (!request) return;
  const valid = validPods(request, auction);
  const ids = [...new Set(valid.map(({ pod }) => pod.configid ?? ''))];
  const found = ids.length === 0 ? NONE : services.stored.find('imp', ids, storageTimeoutMs, undefined, auction.abort);
  if (found instanceof Promise) return found.then((later) => makeBody(auction, services, request, valid, later));
  makeBody(auction, services, request, valid, found);
}

/** A pod, and its position in the request. */
interface IndexedPod {
  readonly pod: Pod;
  readonly index: number;
}

/** Pods without errors. */
function validPods({ podconfig }: VideoRequest, { podErrors }: Auction): IndexedPod[] {
  const failed = new Set(podErrors.map(({ podIndex }) => podIndex));
  return (podconfig?.pods ?? []).map((pod, index) => ({ pod, index })).filter(({ index }) => !failed.has(index));
}

function makeBody(auction: Auction, services: Services, request: VideoRequest, valid: readonly IndexedPod[], found: Found): void {
  const { documents, unavailable } = found;
  const {
    config,
    dialect: { video },
  } = services;
  const durations = request.podconfig?.durationrangesec ?? [];
  const rules: SlotRules = { durations, isExact: request.podconfig?.requireexactduration === true, fillsShortPods: video.fillsShortPods };
  const maxImps = maxImpsOf(request, config.video);
  const bases = new Map<string, Ext | undefined>();
  for (const [id, text] of documents) bases.set(id, baseOf(text));
  const imps: Ext[] = [];
  for (const { pod, index } of valid) {
    const { podid: podId = 0, adpoddurationsec: seconds = 0, configid = '' } = pod;
    const fail = (message: string): void => void auction.podErrors.push({ podId, podIndex: index, messages: [message] });
    const base = bases.get(configid);
    if (!base) fail(video.unknownPod(podId, configid));
    else if (imps.length + slotCount(seconds, rules) > maxImps) {
      fail(`request incorrect required field: PodConfig.Pods.AdPodDurationSec needs too many imps, Pod id: ${podId}`);
    } else for (const slot of slotsOf(podId, seconds, rules)) imps.push(toImp(base, slot, request.video));
  }
  if (auction.podErrors.length === (request.podconfig?.pods ?? []).length)
    auction.rejection = storedRejection(unavailable, [allPodsMessage(auction.podErrors, video)]);
  else auction.body = toAuctionBody(request, imps, auction.debugLog !== undefined, services);
}

/** Every imp has a copy of the request's `video`: a long one would multiply the request. */
const maxImpsOf = ({ video }: VideoRequest, { max_imps, max_copied_chars }: Services['config']['video']): number =>
  Math.min(max_imps, Math.floor(max_copied_chars / JSON.stringify(video ?? {}).length));

/** A stored imp; undefined: it is malformed. */
function baseOf(json: string): Ext | undefined {
  const parsed = parseObject(json);
  return 'error' in parsed ? undefined : parsed.value;
}

/** The stored imp with its video replaced by a copy of the request's. */
function toImp(base: Ext, { id, minduration, maxduration }: Slot, video: Video | undefined): Ext {
  const own: Video = { ...copyJson(video), maxduration, ...(minduration === undefined ? {} : { minduration }) };
  return { ...copyJson(base), id, video: own } satisfies Partial<Imp> & Ext;
}
