/** Removes bidders that a model expects not to bid. The model is the vendor's and comes through an interface. */

import { NON_BID } from '#src/auction/non-bid.ts';
import { isObject } from '#src/json/merge.ts';
import type { MaybeLater } from '#src/lang/later.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import type { TagResult } from '../analytics-tags.ts';
import type { HookContext, HookResult, ModuleDefinition, ModuleEnv, ModuleRejection } from '../hook.ts';
import { checkEngine, loadEngine } from '../load-engine.ts';
import { biddersOf, isExploration, type Retained, ratesOf, removeBidders, removedBidders, thresholdOf } from './throttle.ts';

/** What the model predicts: the probability of a bid, by imp and bidder; undefined: no model yet. */
export interface BidModel {
  predict(
    pbuid: string,
    request: BidRequest,
  ): MaybeLater<
    | {
        readonly thresholds: readonly number[];
        readonly tpr: readonly number[];
        readonly probabilities: { [impId: string]: { [bidder: string]: number } };
      }
    | undefined
  >;
  close?(): MaybeLater<void>;
}

/** Settings of the request, else of the account. */
function settingsOf(request: BidRequest, account: Ext): Ext | undefined {
  const analytics = request.ext?.srv?.['analytics'];
  const own = isObject(analytics) ? analytics['greenbids-rtd'] : undefined;
  if (isObject(own)) return own;
  return Object.keys(account).length > 0 ? account : undefined;
}

type Prediction = NonNullable<Awaited<ReturnType<BidModel['predict']>>>;

function retainedOf({ imp }: BidRequest, { probabilities }: Prediction, threshold: number): Retained {
  return Object.fromEntries(
    imp.map((one) => {
      const own = probabilities[one.id ?? ''] ?? {};
      return [one.id ?? '', Object.fromEntries(biddersOf(one).map((bidder) => [bidder, (own[bidder] ?? 1) > threshold]))];
    }),
  );
}

/** One result by imp. */
function tagResults({ imp }: BidRequest, retained: Retained, fingerprint: string, explores: boolean): TagResult[] {
  return imp.map(({ id = '', ext }) => {
    const keptInAuction = retained[id] ?? {};
    const bidders = Object.keys(keptInAuction).filter((bidder) => !keptInAuction[bidder]);
    const values = { [id]: { greenbids: { fingerprint, keptInAuction, isExploration: explores }, tid: ext?.tid ?? '' } };
    return { status: 'success', values, appliedto: { impids: [id], ...(bidders.length > 0 ? { bidders } : {}) } };
  });
}

/** Applies a decision to the request in place. An exploring auction only reports it. */
export function throttle(request: BidRequest, retained: Retained, rate: number, fingerprint: string): HookResult {
  const explores = isExploration(fingerprint, rate);
  const results = tagResults(request, retained, fingerprint, explores);
  const tags = { activities: [{ name: 'greenbids-filter', status: 'success' as const, results }] };
  if (explores) return { tags };
  const removed = removedBidders(request, retained);
  const rejections: { [bidder: string]: ModuleRejection[] } = {};
  for (const [impId, bidders] of removed) {
    for (const bidder of bidders) rejections[bidder] = [...(rejections[bidder] ?? []), { impId, reason: NON_BID.optimised }];
  }
  return removeBidders(request, removed) ? { tags, rejections } : { tags, rejections, reject: true };
}

const isPrediction = (value: unknown): value is Prediction =>
  isObject(value) && Array.isArray(value['thresholds']) && Array.isArray(value['tpr']) && isObject(value['probabilities']);

/** Undefined: there is no usable prediction, and nothing is removed. */
async function predicted(model: BidModel, pbuid: string, request: BidRequest, { log }: ModuleEnv): Promise<Prediction | undefined> {
  try {
    const prediction: unknown = await model.predict(pbuid, structuredClone(request));
    return isPrediction(prediction) ? prediction : undefined;
  } catch (cause) {
    log.debug({ module: 'greenbids-real-time-data', err: cause }, 'no prediction');
    return undefined;
  }
}

async function filter(request: BidRequest, { settings, requestFor }: HookContext, model: BidModel, env: ModuleEnv) {
  const own = settingsOf(request, settings);
  const pbuid = own?.['pbuid'];
  if (!own || (typeof pbuid !== 'string' && typeof pbuid !== 'number')) return { failure: 'Greenbids config is null; cannot proceed.' };
  const seen = requestFor('greenbids-real-time-data');
  const prediction = await predicted(model, String(pbuid), seen, env);
  if (!prediction) return undefined;
  const rates = ratesOf(own);
  const threshold = thresholdOf(prediction.thresholds, prediction.tpr, rates['target-tpr']);
  return throttle(request, retainedOf(seen, prediction, threshold), rates['exploration-rate'], env.random.uuid());
}

const module: ModuleDefinition = {
  code: 'greenbids.realtimedata',
  aliases: ['greenbids-real-time-data'],
  check: checkEngine,
  async start(settings, env) {
    const model = await loadEngine<BidModel>('greenbids-real-time-data', 'predict', settings, env);
    if (!model) return { hooks: { processed_auction_request: () => undefined } };
    return {
      hooks: { processed_auction_request: (request, context) => filter(request, context, model, env) },
      close: () => model.close?.(),
    };
  },
};

export default module;
