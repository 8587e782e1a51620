/**
 * Traffic shaping: bidders that do not bid on a kind of traffic (account, format, country) are called less. A share of the calls still
 * explores, so that a change is noticed.
 */

import { NON_BID } from '#src/auction/non-bid.ts';
import { errorMessage } from '#src/lang/error-message.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import type { Log } from '#src/platform/log.ts';
import type { HookContext, HookResult, ModuleDefinition, ModuleRejection } from '../hook.ts';
import { type ShapingSettings, shapingSettings } from './settings.ts';
import { Shaper, type Skipped } from './shaper.ts';

/** Removes the bidders in place and reports each with its reason and the revenue that is given up. */
function removeSkipped(request: BidRequest, skipped: readonly Skipped[]): HookResult {
  const rejections: { [bidder: string]: ModuleRejection[] } = {};
  for (const { impId, bidder, revenue } of skipped) {
    const params = request.imp.find(({ id }) => id === impId)?.ext?.srv?.bidder;
    if (params) delete params[bidder];
    rejections[bidder] ??= [];
    rejections[bidder].push({ impId, reason: NON_BID.optimised, lostRevenue: revenue });
  }
  return { rejections };
}

/** Bidders that are skipped on all their imps. */
function savedCalls({ imp }: BidRequest, skipped: readonly Skipped[]): number {
  const left = new Set(skipped.map(({ impId, bidder }) => `${impId}\n${bidder}`));
  const isCalled = (bidder: string): boolean => imp.some(({ id, ext }) => ext?.srv?.bidder?.[bidder] && !left.has(`${id}\n${bidder}`));
  return [...new Set(skipped.map(({ bidder }) => bidder))].filter((bidder) => !isCalled(bidder)).length;
}

/** The settings of accounts over the host's, compiled once per object; invalid ones are logged, and the host's apply. */
function accountSettings(host: Ext, own: ShapingSettings, log: Pick<Log, 'warn'>): (context: HookContext) => ShapingSettings {
  const compiled = new WeakMap<Ext, ShapingSettings>();
  return ({ settings, accountId }) => {
    let made = compiled.get(settings);
    if (!made) {
      try {
        made = shapingSettings(host, settings);
      } catch (cause) {
        log.warn({ account: accountId, error: errorMessage(cause) }, 'invalid settings of traffic shaping');
        made = own;
      }
      compiled.set(settings, made);
    }
    return made;
  };
}

const module: ModuleDefinition = {
  code: 'auctor.trafficshaping',
  defaultPlan: { processed_auction_request: 5 },
  check: (settings) => void shapingSettings(settings),
  checkAccount: (account, host) => void shapingSettings(host, account),
  start(host, { random, metrics, log }) {
    const own = shapingSettings(host);
    const shaper = new Shaper(own, random);
    const counters = (mode: string) => ({
      saved: metrics.counter('traffic_shaping_saved_calls', 'Bidder calls skipped by traffic shaping', { mode }),
      lost: metrics.counter('traffic_shaping_lost_revenue', 'Expected revenue of the calls skipped, USD', { mode }),
    });
    const [live, dry] = [counters('live'), counters('dry_run')];
    const arms = metrics.gauge('traffic_shaping_arms', 'Kinds of traffic by bidder in memory');
    const settingsOf = accountSettings(host, own, log);
    return {
      hooks: {
        processed_auction_request(request, context) {
          const settings = settingsOf(context);
          const skipped = shaper.choose(request, context.accountId, settings);
          if (skipped.length === 0) return undefined;
          const { saved, lost } = settings.dry_run ? dry : live;
          saved.add(savedCalls(request, skipped));
          lost.add(skipped.reduce((sum, { revenue }) => sum + revenue, 0));
          return settings.dry_run ? undefined : removeSkipped(request, skipped);
        },
      },
      ended(auction) {
        shaper.learn(auction);
        arms.set(shaper.arms);
      },
    };
  },
};

export default module;
