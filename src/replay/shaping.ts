/** What traffic shaping would have saved and lost in recorded auctions: it decides in their order, and learns only from calls it would have made. */
import type { Auction } from '#src/auction/auction.ts';
import { revenueOf } from '#src/auction/pricing/revenue.ts';
import { seededRandom } from '#src/lang/seeded-random.ts';
import { endedAuction } from '#src/modules/ended-auction.ts';
import type { ShapingSettings } from '#src/modules/traffic-shaping/settings.ts';
import { Shaper } from '#src/modules/traffic-shaping/shaper.ts';

/** Figures of one bidder, or of all. */
export interface ShapingFigures {
  /** Auctions in which it was called. */
  calls: number;
  /** Calls that shaping would have skipped. */
  saved: number;
  /** Price of its bids that won, for one impression each, USD. */
  revenue: number;
  /** Revenue that the host would have lost without its bids: the difference to the best remaining bid of the imp, USD. */
  lostRevenue: number;
}

export interface ShapingReport {
  readonly auctions: number;
  readonly total: Readonly<ShapingFigures>;
  /** The most saved calls first. */
  readonly bidders: readonly (Readonly<ShapingFigures> & { readonly bidder: string })[];
}

/** The best bid of one bidder on an imp, USD for one impression. */
interface Offer {
  readonly bidder: string;
  readonly revenue: number;
}

const none = (): ShapingFigures => ({ calls: 0, saved: 0, revenue: 0, lostRevenue: 0 });
const pairOf = (impId: string, bidder: string): string => `${impId}\n${bidder}`;
const bestOf = (offers: readonly Offer[]): Offer | undefined => offers.toSorted((a, b) => b.revenue - a.revenue)[0];

/** Accepted bids by imp. */
function offersOf(auction: Auction): Map<string, Offer[]> {
  const bids = [...auction.seats.values()].flatMap((seat) => seat.bids);
  const byImp = Map.groupBy(bids, ({ bid }) => bid.impid);
  return new Map([...byImp].map(([impId, own]) => [impId, own.map((bid) => ({ bidder: bid.bidder, revenue: revenueOf(bid, auction) }))]));
}

export class ShapingSimulation {
  readonly #settings: ShapingSettings;
  readonly #shaper: Shaper;
  readonly #bidders = new Map<string, ShapingFigures>();
  #auctions = 0;

  /** @param seed repeats the draws */
  constructor(settings: ShapingSettings, seed: number) {
    this.#settings = settings;
    this.#shaper = new Shaper(settings, { next: seededRandom(seed) });
  }

  /** Adds an ended auction in which all bidders were called. */
  add(auction: Auction): void {
    this.#auctions++;
    const skipped = this.#shaper.choose(auction.request, auction.accountId, this.#settings);
    const left = new Set(skipped.map(({ impId, bidder }) => pairOf(impId, bidder)));
    this.#countCalls(auction, left);
    this.#countRevenue(auction, left);
    const { calls, ...traffic } = endedAuction(auction);
    const made = calls.map((call) => ({ ...call, impIds: call.impIds.filter((impId) => !left.has(pairOf(impId, call.bidder))) }));
    this.#shaper.learn({ ...traffic, calls: made });
  }

  report(): ShapingReport {
    const bidders = [...this.#bidders].map(([bidder, figures]) => ({ bidder, ...figures }));
    const total = none();
    for (const figures of this.#bidders.values()) {
      for (const name of Object.keys(total) as (keyof ShapingFigures)[]) total[name] += figures[name];
    }
    return { auctions: this.#auctions, total, bidders: bidders.sort((a, b) => b.saved - a.saved || (a.bidder < b.bidder ? -1 : 1)) };
  }

  #countCalls({ tasks, outcomes }: Auction, left: ReadonlySet<string>): void {
    const called = new Set(outcomes.filter(({ kind }) => kind !== 'rejected').map(({ bidder }) => bidder));
    for (const { bidder, impIds } of tasks) {
      if (!called.has(bidder)) continue;
      const figures = this.#at(bidder);
      figures.calls++;
      if (impIds.every((impId) => left.has(pairOf(impId, bidder)))) figures.saved++;
    }
  }

  #countRevenue(auction: Auction, left: ReadonlySet<string>): void {
    for (const [impId, offers] of offersOf(auction)) {
      const best = bestOf(offers);
      if (!best) continue;
      const figures = this.#at(best.bidder);
      figures.revenue += best.revenue;
      if (!left.has(pairOf(impId, best.bidder))) continue;
      const remaining = bestOf(offers.filter(({ bidder }) => !left.has(pairOf(impId, bidder))));
      figures.lostRevenue += best.revenue - (remaining?.revenue ?? 0);
    }
  }

  #at(bidder: string): ShapingFigures {
    const figures = this.#bidders.get(bidder) ?? none();
    this.#bidders.set(bidder, figures);
    return figures;
  }
}

const percent = (part: number, of: number): string => `${of > 0 ? ((100 * part) / of).toFixed(1) : '0.0'} %`;

function lineOf(name: string, { calls, saved, revenue, lostRevenue }: Readonly<ShapingFigures>): string {
  const savings = `${saved} of ${calls} calls saved (${percent(saved, calls)})`;
  return `${name}: ${savings}, ${lostRevenue.toFixed(6)} of ${revenue.toFixed(6)} USD lost (${percent(lostRevenue, revenue)})`;
}

/** A line per bidder, then one for all. */
export const shapingLines = ({ auctions, total, bidders }: ShapingReport): string[] => [
  ...bidders.map(({ bidder, ...figures }) => lineOf(bidder, figures)),
  `${auctions} auctions, ${lineOf('all bidders', total)}`,
];
