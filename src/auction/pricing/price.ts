/** The contract of pricing: what is priced, the rules, and their arithmetic (docs/stages/adjust.md#price). */
import type { MediaType } from '#src/bidders/bidder.ts';
import type { BidAdjustment } from '#src/openrtb/ext.ts';
import type { Imp } from '#src/openrtb/ortb.ts';
import type { Conversion } from './converter.ts';

/** `<media type>|<bidder>|<deal>` → rules; any part may be `*`. */
export type AdjustmentRules = ReadonlyMap<string, readonly BidAdjustment[]>;

/** The request's factors, codes in lower case. */
export interface Factors {
  readonly plain: ReadonlyMap<string, number>;
  /** media type (`banner`, `video`, `video-outstream`, `audio`, `native`) → bidder → factor */
  readonly byMediaType: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

export interface Price {
  readonly price: number;
  readonly currency: string;
}

/** Arithmetic of rules. */
export interface RuleArithmetic {
  multiply(price: number, factor: number): number;
  /** Rounds a price after a `cpm` rule. */
  afterCpm(price: number): number;
  /** Rounds the price after the last rule. */
  last(price: number): number;
  /** Without a rate the price from before all rules is kept; else there is no price. */
  readonly retainsPriceWithoutRate: boolean;
}

/** How the prices of one response become prices of the auction. */
export interface Exchange {
  /** Currency of the response. */
  readonly from: string;
  /** Currency of the auction. */
  readonly to: string;
  readonly convert: Conversion;
}

/** One bid to be priced. */
export interface Offer {
  readonly price: number;
  readonly exchange: Exchange;
  readonly deal: string | undefined;
  readonly type: MediaType | '';
  readonly seat: string;
  readonly bidder: string;
  readonly imp: Imp | undefined;
}
