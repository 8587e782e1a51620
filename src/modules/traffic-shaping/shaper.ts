/** Skips bidders on imps on which they hardly ever bid, and learns from the calls that are made. */
import type { BidRequest, DeepReadonly, Imp } from '#src/openrtb/ortb.ts';
import type { Random } from '#src/platform/random.ts';
import type { EndedAuction } from '../ended-auction.ts';
import { type Arm, Arms, callProbability, expectedRevenue } from './arms.ts';
import type { ShapingSettings } from './settings.ts';
import { isAlwaysCalled, isExempt, trafficOf } from './traffic.ts';

/** A bidder that is skipped on an imp. */
export interface Skipped {
  readonly impId: string;
  readonly bidder: string;
  /** Revenue that the call would have been expected to bring, USD. */
  readonly revenue: number;
}

type Request = DeepReadonly<BidRequest>;

interface Candidate {
  readonly bidder: string;
  readonly probability: number;
  readonly arm: Arm | undefined;
}

export class Shaper {
  readonly #arms: Arms;
  readonly #random: Pick<Random, 'next'>;

  /** @param host the host's settings, which limit the memory */
  constructor(host: ShapingSettings, random: Pick<Random, 'next'>) {
    this.#arms = new Arms(host);
    this.#random = random;
  }

  /** Kinds of traffic in memory, by bidder. */
  get arms(): number {
    return this.#arms.size;
  }

  /** The bidders to skip on each imp; test requests are complete. A bidder has one draw per request, for all its imps. */
  choose(request: Request, accountId: string, settings: ShapingSettings): Skipped[] {
    if (!settings.enabled || request.test === 1) return [];
    const draws = new Map<string, number>();
    return request.imp.flatMap((imp) => (isExempt(imp) ? [] : this.#chooseOf(imp, request, accountId, settings, draws)));
  }

  #chooseOf(imp: DeepReadonly<Imp>, request: Request, accountId: string, settings: ShapingSettings, draws: Map<string, number>): Skipped[] {
    const traffic = trafficOf(accountId, imp, request);
    const bidders = Object.entries(imp.ext?.srv?.bidder ?? {});
    const quiet: Candidate[] = [];
    for (const [bidder, params] of bidders) {
      if (isAlwaysCalled(bidder, params, settings)) continue;
      const arm = this.#arms.at(bidder, traffic);
      const probability = callProbability(arm, settings);
      if (probability < 1 && this.#draw(bidder, draws) >= probability) quiet.push({ bidder, probability, arm });
    }
    const max = Math.floor(bidders.length * settings.max_share);
    const chosen = quiet.length > max ? quiet.sort((a, b) => a.probability - b.probability).slice(0, max) : quiet;
    return chosen.map(({ bidder, arm }) => ({ impId: imp.id, bidder, revenue: expectedRevenue(arm) }));
  }

  #draw(bidder: string, draws: Map<string, number>): number {
    const drawn = draws.get(bidder) ?? this.#random.next();
    draws.set(bidder, drawn);
    return drawn;
  }

  /** Counts the calls of an ended auction that bidders responded to; failures say nothing about the traffic. */
  learn({ accountId, request, calls }: EndedAuction): void {
    if (request.test === 1) return;
    const imps = new Map(request.imp.filter((imp) => !isExempt(imp)).map((imp) => [imp.id, trafficOf(accountId, imp, request)]));
    for (const { bidder, impIds, bids } of calls) {
      for (const impId of impIds) {
        const traffic = imps.get(impId);
        const bid = bids.find((one) => one.impId === impId);
        if (traffic) this.#arms.record(bidder, traffic, bid !== undefined, bid?.revenue ?? 0);
      }
    }
  }
}
