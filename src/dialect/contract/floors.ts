import type { Auction } from '#src/auction/auction.ts';
import type { AuctionBid, Seat } from '#src/auction/bid.ts';
import type { ChosenFloors, FloorModel } from '#src/auction/floors/model.ts';
import type { Floors, ModelGroup } from '#src/auction/floors/read.ts';
import type { FloorDefaults, FloorSettings } from '#src/auction/floors/settings.ts';
import type { Rounding } from '#src/auction/pricing/decimal.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { Imp } from '#src/openrtb/ortb.ts';
import type { Random } from '#src/platform/random.ts';

/** Price floors: signalled to bidders, enforced on bids. */
export interface FloorsDialect {
  /** Defaults of floors, deal floors and fetched floors, and of fetching. */
  readonly defaults: FloorDefaults;
  /** Spelling of fields in imps and `ext.srv.floors`. */
  readonly names: { readonly [of in 'rule' | 'ruleValue' | 'value' | 'status' | 'groups']: string };
  /** Rounding of a rule's value to four decimals. */
  readonly rounding: Rounding;
  /** Fetched floors apply only while the account fetches them; otherwise those in memory still do. */
  readonly needsFetching: boolean;
  /** Report if floors are disabled. @returns the resulting `ext.srv.floors`; undefined: unchanged */
  whenOff(auction: Auction, given: Ext | undefined): Ext | undefined;
  /** The effective, validated model; its errors are reported. */
  chooseModel(auction: Auction, chosen: ChosenFloors, settings: FloorSettings, random: Random): FloorModel | undefined;
  /** Model groups in drawing order. */
  inOrder(groups: readonly ModelGroup[]): readonly ModelGroup[];
  /** The weight a group must reach. @param total sum of all weights */
  drawWeight(total: number, random: Pick<Random, 'next'>): number;
  /** A rule of zero is a floor, raised to the minimum. */
  readonly zeroIsFloor: boolean;
  /** The effective skip rate of those of model group, data and root; percent. */
  skipRate(...rates: readonly (number | undefined)[]): number;
  /** Whether floors are skipped this time. @param rate percent, above 0 */
  isSkipDrawn(rate: number, random: Pick<Random, 'next'>): boolean;
  /** Reports rules that cannot match. */
  checkRules(auction: Auction, model: FloorModel): void;
  /** Reports errors of an imp's own minimum. */
  checkImp(auction: Auction, imp: Imp, model: FloorModel): void;
  /** The message for an imp whose floor cannot be computed. */
  unresolved(error: string): string;
  /** A model group as it is signalled. */
  groupToWrite(group: ModelGroup): Ext;
  /** The form in which `ext.srv.floors` is signalled. @param given as chosen; without a model its data is unused */
  toSignal(effective: Ext, given: Floors | undefined, model: FloorModel | undefined): Ext;
  /** `enabled`, `skipped` and `skipRate` are always signalled. */
  readonly writesAll: boolean;
  /** The request's skip rate applies to fetched floors. */
  readonly ownSkipRate: boolean;
  /** Values of the field `mediaType` for a video. */
  videoTypes(placement: number | undefined): readonly string[];
  /** The field `size` is known only for imps of one media type. */
  readonly sizesOneTypeOnly: boolean;
  /** Values of the field `domain`, the more specific first. */
  domains(own: string | undefined, publisher: string | undefined): readonly (string | undefined)[];
  /** Value of the field `country`. */
  country(code: string | undefined): string | undefined;
  /** Whether a draw is within an enforcement rate. @param rate percent; @param drawn 0 to 99 */
  isWithinRate(rate: number | undefined, drawn: number): boolean;
  /** Bids for unknown imps remain while floors are enforced. */
  readonly forwardsUnknownImps: boolean;
  /** Writes the floor of its imp on a bid. */
  note(bid: AuctionBid, imp: Imp, floor: number, currency: string): void;
  /** Whether a bid remains: it reaches its floor, or has no rate and the variant keeps it. Else it is rejected and reported. */
  passes(auction: Auction, seat: Seat, bid: AuctionBid, floor: number, currency: string): boolean;
}
