/** What the GDPR took from bidders, by type of request: names of the Java variant. */
import type { Auction } from '#src/auction/auction.ts';
import type { BidderPrivacy } from '#src/auction/privacy/decision.ts';
import type { Services } from '#src/auction/services.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import type { Counter, Metrics } from '#src/platform/metrics.ts';
import { byLabel } from './labelled.ts';

type Effect = 'request_blocked' | 'userid_removed' | 'geo_masked';

const hasIds = ({ user }: BidRequest): boolean =>
  user !== undefined && (user.id ?? user.buyeruid ?? user.eids ?? user.ext?.eids) !== undefined;

const hasPlace = ({ user, device }: BidRequest): boolean => (user?.geo ?? device?.geo) !== undefined;

/** A blocked call has no other effect. */
function effectsOf({ reasons }: BidderPrivacy, request: BidRequest): readonly Effect[] {
  const removed = new Set(reasons.filter(({ rule }) => rule === 'tcf').map(({ removes }) => removes));
  if (removed.has('call')) return ['request_blocked'];
  return [
    ...(removed.has('ids') && hasIds(request) ? (['userid_removed'] as const) : []),
    ...(removed.has('geo') && hasPlace(request) ? (['geo_masked'] as const) : []),
  ];
}

export class BidderTcf {
  readonly #bidders: Services['bidders'];
  readonly #counter: (adapter: string) => (requestType: string) => (effect: string) => Counter;

  constructor(metrics: Metrics, bidders: Services['bidders']) {
    this.#bidders = bidders;
    this.#counter = byLabel((adapter) =>
      byLabel((request_type) =>
        byLabel((effect) =>
          metrics.counter('adapter_tcf', 'Bidders whose call or data the GDPR restricted.', { adapter, request_type, effect }),
        ),
      ),
    );
  }

  /** @returns the number of blocked bidders, by any rule */
  count({ privacy, request, aliases }: Auction, requestType: string): number {
    let blocked = 0;
    for (const [name, decision] of privacy) {
      if (decision.reasons.length === 0) continue;
      const bidder = this.#bidders.known(aliases.get(name) ?? name);
      if (!bidder?.info.enabled) continue;
      if (!decision.mayCall) blocked++;
      for (const effect of effectsOf(decision, request)) this.#counter(bidder.code)(requestType)(effect).add();
    }
    return blocked;
  }
}
