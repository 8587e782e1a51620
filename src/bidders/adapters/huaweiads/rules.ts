/** What differs between the variants. */
import type { BidderError, SharedRequest } from '../../bidder.ts';
import { badInput, generic } from '../../errors.ts';
import { generalCountryOf, ownCountryOf } from './country.ts';
import { TEST_NONCE } from './signature.ts';

export interface Rules {
  /** Class of the errors of requests. */
  readonly fail: (message: string) => BidderError;
  readonly countryOf: (request: SharedRequest) => string;
  /** Nonce of the authorization; `now` in ms. */
  readonly nonceOf: (isTest: boolean, now: number) => string;
  /** Parts of the body without data are written as empty objects. */
  readonly writesEmpty: boolean;
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
  reports204: false,
  prefersIntent: true,
  needsSize: true,
  allMonitors: true,
};
