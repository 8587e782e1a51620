/** From bytes to a validated request in the Go variant. */

import { GENERAL } from '#src/auction/diagnostics.ts';
import type { Services } from '#src/auction/services.ts';
import type { PipelineStep } from '#src/auction/steps.ts';
import { lookUpAccount } from '#src/auction/validate/account.ts';
import { accountIdOf, findAccountId } from '#src/auction/validate/account-id.ts';
import { mergeParams } from '#src/auction/validate/bidder-params.ts';
import { decodeBody } from '#src/auction/validate/decode-request.ts';
import { fillDefaults } from '#src/auction/validate/defaults.ts';
import { fillFromHttp } from '#src/auction/validate/http-fields.ts';
import { giveImpIds, limitImps } from '#src/auction/validate/imp-ids.ts';
import { applyIosLmt, SEMANTIC } from '#src/auction/validate/ios-lmt.ts';
import { fetchStoredResponses } from '#src/auction/validate/stored-responses.ts';
import { AFTER_DECODING, fitSizes, INGEST_STEPS } from '#src/auction/validate.ts';
import type { ValidateDialect } from '../contract/validate.ts';
import { AMP_INGEST_STEPS } from './amp-ingest.ts';
import { fillPage } from './page.ts';
import { checkRequest } from './request-rules.ts';

const limitTracking: PipelineStep = ({ request }) => applyIosLmt(request, SEMANTIC);

/** From the decoded to the validated `auction.request`. */
const CHECKS: readonly PipelineStep[] = [
  ...AFTER_DECODING,
  limitImps,
  giveImpIds,
  mergeParams,
  fillFromHttp,
  fillDefaults,
  fitSizes,
  limitTracking,
  fetchStoredResponses,
  checkRequest,
];

const isPlain = (error: string): boolean => error.startsWith('expect {');

export const validate: ValidateDialect<Services> = {
  steps: {
    auction: [...INGEST_STEPS, decodeBody, ...CHECKS],
    amp: [...AMP_INGEST_STEPS, ...CHECKS],
    video: [findAccountId, lookUpAccount, decodeBody, ...CHECKS],
  },
  corruptBody: (error) => error,
  emptyBody: undefined,
  unreadableBody: (error) => (isPlain(error) ? error : `Invalid JSON in Incoming Request: ${error}`),
  undecodable: (error) => error,
  badExtension: (error) => error,
  accountIdOf,
  fillPage,
  fillFields: () => {},
  warn: (diagnostics, code, message, more) => diagnostics.warn(GENERAL, code, message, more),
};
