/** What differs between the variants. */
import type { BidderError, SharedRequest } from '../../bidder.ts';
import { badInput, generic } from '../../errors.ts';
import { generalCountryOf, ownCountryOf } from './country.ts';
import { GO_POPULAR_SIZES, JAVA_POPULAR_SIZES, type Size } from './popular-sizes.ts';
import { TEST_NONCE } from './signature.ts';

export interface Rules {
  /** Class of the errors of requests. */
  readonly fail: (message: string) => BidderError;
  readonly countryOf: (request: SharedRequest) => string;
  /** Nonce of the authorization; `now` in ms. */
  readonly nonceOf: (isTest: boolean, now: number) => string;
  /** Parts of the body without data are written as empty objects. */
  readonly writesEmpty: boolean;
  /** Lists are written without entries too; the carrier of a network without its second code is 0, and a bid without notice has an empty one. */
  readonly writesEmptyValues: boolean;
  readonly popularSizes: readonly Size[];
  /** The popular sizes of a video replace those of the images before it; else they count only without sizes of images. */
  readonly videoReplacesSizes: boolean;
  /** A native data asset names its type; else a description has the label `desc`. */
  readonly typesData: boolean;
  /** Retcode 204 is an error of its own. */
  readonly reports204: boolean;
  /** The link of an ad is its intent, if it has one. */
  readonly prefersIntent: boolean;
  /** Video needs a size. */
  readonly needsSize: boolean;
  /** Of several monitors of a kind all count in VAST, not the last one only. */
  readonly allMonitors: boolean;
}

export const goRules: Rules = {
  fail: generic,
  countryOf: ownCountryOf,
  nonceOf: (isTest, now) => (isTest ? TEST_NONCE : String(now)),
  writesEmpty: true,
  writesEmptyValues: false,
  popularSizes: GO_POPULAR_SIZES,
  videoReplacesSizes: true,
  typesData: false,
  reports204: true,
  prefersIntent: false,
  needsSize: false,
  allMonitors: false,
};

export const javaRules: Rules = {
  fail: badInput,
  countryOf: generalCountryOf,
  nonceOf: (_, now) => String(now),
  writesEmpty: false,
  writesEmptyValues: true,
  popularSizes: JAVA_POPULAR_SIZES,
  videoReplacesSizes: false,
  typesData: true,
  reports204: false,
  prefersIntent: true,
  needsSize: true,
  allMonitors: true,
};
