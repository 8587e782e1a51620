/** Stores the request as each state left it, for taps that show what every state changed. Costs only auctions that end with such taps. */
import type { Auction } from '#src/auction/auction.ts';
import type { Services } from '#src/auction/services.ts';
import type { AuctionContext } from './auction-context.ts';

type Stages = AuctionContext['stages'];

/** Appends the request if the state changed it. What `privacy` leaves is the resolved request, which the record has anyway. */
function store(auction: Auction, state: string): void {
  auction.requestStates ??= [];
  const json = JSON.stringify(auction.request);
  if (auction.requestStates.at(-1)?.json !== json) auction.requestStates.push({ state, json });
}

/** The stages, which also store the request while a subscriber wants bodies. */
export function storeRequests(stages: Stages, { bus }: Pick<Services, 'bus'>): Stages {
  if (!bus.hasSubscribers('bodies')) return stages;
  return {
    ...stages,
    enrich(auction, services) {
      store(auction, 'validate');
      return stages.enrich(auction, services);
    },
    privacy(auction, services) {
      store(auction, 'enrich');
      return stages.privacy(auction, services);
    },
  };
}
