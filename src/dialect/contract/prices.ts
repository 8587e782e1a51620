import type { Converter } from '#src/auction/pricing/converter.ts';
import type { AdjustmentRules, Offer, Price, RuleArithmetic } from '#src/auction/pricing/price.ts';
import type { DigitRounding } from '#src/auction/pricing/price-bucket.ts';
import type { TypedBid } from '#src/bidders/bidder.ts';
import type { Failure } from '#src/lang/result.ts';
import type { BidAdjustments } from '#src/openrtb/ext.ts';
import type { Video } from '#src/openrtb/ortb.ts';

/** Arithmetic of prices and currencies. */
export interface PriceDialect {
  /** The message if there is no rate between two currencies. */
  noRate(from: string, to: string): string;
  /** The message if `code`, one of the two, is not a currency. */
  noCurrency(code: string, from: string, to: string): string;
  /** Converts an amount to another currency. */
  convert(amount: number, rate: number): number;
  /** A rate computed from two. */
  quotient(above: number, below: number): number;
  /** Rows of a rate table may share a third currency. */
  readonly sharesRows: boolean;
  /** Arithmetic of bid adjustment rules. */
  readonly rules: RuleArithmetic;
  /** The rules as a table. */
  compileRules(adjustments: BidAdjustments): AdjustmentRules;
  /** The names by which a bidder's rules are found in the table. */
  ruleNames(names: readonly string[]): readonly string[];
  /** Whether rules for instream video apply. */
  isInstream(video: Pick<Video, 'placement' | 'plcmt'>): boolean;
  /** The price after factor, rules and rate, in the order of the variant; a failure without a rate. */
  adjust(offer: Offer, factor: number, rules: AdjustmentRules | undefined, convert: Converter): Price | Failure;
  /** The media type whose granularity sets a bid's price bucket; empty: none. */
  bucketType(bid: Pick<TypedBid, 'bid' | 'type'>): string;
  /** Rounding of a price bucket with more decimals than its precision. */
  readonly bucketDigits: DigitRounding;
  /** The form of a price bucket in keys. */
  shownBucket(bucket: string, price: number): string;
  /** Target currencies in order of preference. @param named by the request; `standard` is the host's */
  wantedCurrencies(named: readonly string[] | undefined, standard: string): readonly string[];
  /** The price a bidder must bid to reach `floor` after its price is multiplied by `factor`. */
  divideFloor(floor: number, factor: number): number;
}
