/** From bytes to a validated request in the Java variant. */

import type { Auction } from '#src/auction/auction.ts';
import { OWN } from '#src/auction/diagnostics.ts';
import type { Services } from '#src/auction/services.ts';
import type { PipelineStep } from '#src/auction/steps.ts';
import { lookUpAccount } from '#src/auction/validate/account.ts';
import { findAccountId, firstPublisherOf } from '#src/auction/validate/account-id.ts';
import { mergeParamsDeep } from '#src/auction/validate/bidder-params.ts';
import { nameChannel } from '#src/auction/validate/channel.ts';
import { fillJavaCookieLabel } from '#src/auction/validate/cookie-deprecation.ts';
import { decodeBody } from '#src/auction/validate/decode-request.ts';
import { fillFromHttp } from '#src/auction/validate/http-fields.ts';
import { giveImpIds, limitImps } from '#src/auction/validate/imp-ids.ts';
import { fetchStoredResponses } from '#src/auction/validate/stored-responses.ts';
import { AFTER_DECODING, fitSizes, INGEST_STEPS } from '#src/auction/validate.ts';
import { CODES } from '#src/bidders/errors.ts';
import type { ValidateDialect } from '../contract/validate.ts';
import { AMP_INGEST_STEPS } from './amp-ingest.ts';
import { fillJavaFromGpp } from './gpp-fields.ts';
import { fillPage } from './page.ts';
import { fillJavaFields } from './request-fields.ts';
import { checkJavaRequest, fillJavaTids, promoteAllBidders, rejectBlockedApp } from './request-rules.ts';
import { fillJavaTargeting } from './targeting-defaults.ts';

/** From the decoded to the validated `auction.request`. */
const CHECKS: readonly PipelineStep[] = [
  ...AFTER_DECODING,
  fillJavaFromGpp,
  rejectBlockedApp,
  giveImpIds,
  promoteAllBidders,
  mergeParamsDeep,
  nameChannel,
  fillFromHttp,
  fillDefaults,
  fillJavaTids,
  limitImps,
  checkJavaRequest,
  fitSizes,
  fetchStoredResponses,
];

function fillDefaults(auction: Auction, services: Services): void {
  fillJavaTargeting(auction, services);
  if (!auction.request.tmax && services.config.tmax_default > 0) auction.request.tmax = services.config.tmax_default;
}

function fillFields(auction: Auction, services: Services): void {
  fillJavaCookieLabel(auction);
  fillJavaFields(auction, services);
}

const BAD_REQUEST = 'Error decoding bidRequest: ';
const GRANULARITY = /\.targeting\.(pricegranularity|mediatypepricegranularity\.(?:banner|video|native))(?=[.[:])/;

/** Granularities are parsed separately, with error messages of their own. */
function badExtension(error: string): string {
  const granularity = GRANULARITY.exec(error)?.[1];
  if (granularity === undefined) return `${BAD_REQUEST}${error}`;
  return `Error while parsing request.ext.srv.targeting.${granularity.replace('native', 'xNative')}`;
}

export const validate: ValidateDialect<Services> = {
  steps: {
    auction: [...INGEST_STEPS, decodeBody, ...CHECKS],
    amp: [...AMP_INGEST_STEPS, ...CHECKS],
    video: [findAccountId, lookUpAccount, decodeBody, ...CHECKS],
  },
  corruptBody: (error) => `Invalid body: ${error}`,
  emptyBody: 'Incoming request has no body',
  unreadableBody: (error) => `${BAD_REQUEST}${error}`,
  undecodable: (error) => `${BAD_REQUEST}${error}`,
  badExtension,
  accountIdOf: (body, storedRequest) => ({ value: firstPublisherOf(body, storedRequest) }),
  fillPage,
  fillFields,
  warn: (diagnostics, _code, message, more) => diagnostics.warn(OWN, CODES.unknown, message, more),
};
