/** How the Java variant makes a checked request of the bytes it gets. */

import type { Auction } from '#src/auction/auction.ts';
import { OWN } from '#src/auction/findings.ts';
import type { Services } from '#src/auction/services.ts';
import type { Step } from '#src/auction/steps.ts';
import { lookUpAccount } from '#src/auction/validate/account.ts';
import { findAccountId, firstPublisherOf } from '#src/auction/validate/account-id.ts';
import { mergeParamsDeep } from '#src/auction/validate/bidder-params.ts';
import { nameChannel } from '#src/auction/validate/channel.ts';
import { fillCookieLabelLikeJava } from '#src/auction/validate/cookie-deprecation.ts';
import { fillFromHttp } from '#src/auction/validate/http-fields.ts';
import { giveImpIds, limitImps } from '#src/auction/validate/imp-ids.ts';
import { fetchStoredResponses } from '#src/auction/validate/stored-responses.ts';
import { DECODE, fitSizes, INTAKE } from '#src/auction/validate.ts';
import { CODES } from '#src/bidders/errors.ts';
import type { ValidateDialect } from '../dialect.ts';
import { AMP_INTAKE } from './amp-intake.ts';
import { fillFromGppLikeJava } from './gpp-fields.ts';
import { fillPage } from './page.ts';
import { fillJavaFields } from './request-fields.ts';
import { checkRequestLikeJava, fillTidsLikeJava, promoteAllBidders, refuseBlockedApp } from './request-rules.ts';
import { fillTargetingLikeJava } from './targeting-defaults.ts';

/** From `auction.body`, merged, to `auction.request`, checked. */
const CHECKS: readonly Step[] = [
  ...DECODE,
  fillFromGppLikeJava,
  refuseBlockedApp,
  limitImps,
  giveImpIds,
  promoteAllBidders,
  mergeParamsDeep,
  nameChannel,
  fillFromHttp,
  fillDefaults,
  fillTidsLikeJava,
  checkRequestLikeJava,
  fitSizes,
  fetchStoredResponses,
];

function fillDefaults(auction: Auction, services: Services): void {
  fillTargetingLikeJava(auction, services);
  if (!auction.request.tmax && services.config.tmax_default > 0) auction.request.tmax = services.config.tmax_default;
}

function fillFields(auction: Auction, services: Services): void {
  fillCookieLabelLikeJava(auction);
  fillJavaFields(auction, services);
}

const BAD_REQUEST = 'Error decoding bidRequest: ';
const GRANULARITY = /\.targeting\.(pricegranularity|mediatypepricegranularity\.(?:banner|video|native))(?=[.[:])/;

/** Granularities are read by themselves, and their errors have a text of their own. */
function badExtension(error: string): string {
  const granularity = GRANULARITY.exec(error)?.[1];
  if (granularity === undefined) return `${BAD_REQUEST}${error}`;
  return `Error while parsing request.ext.srv.targeting.${granularity.replace('native', 'xNative')}`;
}

export const validate: ValidateDialect = {
  steps: {
    auction: [...INTAKE, ...CHECKS],
    amp: [...AMP_INTAKE, ...CHECKS],
    video: [findAccountId, lookUpAccount, ...CHECKS],
  },
  emptyBody: 'Incoming request has no body',
  unreadableBody: (error) => `${BAD_REQUEST}${error}`,
  undecodable: (error) => `${BAD_REQUEST}${error}`,
  badExtension,
  accountIdOf: firstPublisherOf,
  fillPage,
  fillFields,
  warn: (findings, _code, text, more) => findings.warn(OWN, CODES.unknown, text, more),
};
