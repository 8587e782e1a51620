/** How the Go variant makes a checked request of the bytes it gets. */

import { GENERAL } from '#src/auction/findings.ts';
import type { Step } from '#src/auction/steps.ts';
import { lookUpAccount } from '#src/auction/validate/account.ts';
import { accountIdOf, findAccountId } from '#src/auction/validate/account-id.ts';
import { mergeParams } from '#src/auction/validate/bidder-params.ts';
import { fillDefaults } from '#src/auction/validate/defaults.ts';
import { fillFromHttp } from '#src/auction/validate/http-fields.ts';
import { giveImpIds, limitImps } from '#src/auction/validate/imp-ids.ts';
import { applyIosLmt, SEMANTIC } from '#src/auction/validate/ios-lmt.ts';
import { fetchStoredResponses } from '#src/auction/validate/stored-responses.ts';
import { DECODE, fitSizes, INTAKE } from '#src/auction/validate.ts';
import type { ValidateDialect } from '../dialect.ts';
import { AMP_INTAKE } from './amp-intake.ts';
import { fillPage } from './page.ts';
import { checkRequest } from './request-rules.ts';

const limitTracking: Step = ({ request }) => applyIosLmt(request, SEMANTIC);

/** From `auction.body`, merged, to `auction.request`, checked. */
const CHECKS: readonly Step[] = [
  ...DECODE,
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

export const validate: ValidateDialect = {
  steps: {
    auction: [...INTAKE, ...CHECKS],
    amp: [...AMP_INTAKE, ...CHECKS],
    video: [findAccountId, lookUpAccount, ...CHECKS],
  },
  emptyBody: undefined,
  unreadableBody: (error) => (isPlain(error) ? error : `Invalid JSON in Incoming Request: ${error}`),
  undecodable: (error) => error,
  badExtension: (error) => error,
  accountIdOf,
  fillPage,
  fillFields: () => {},
  warn: (findings, code, text, more) => findings.warn(GENERAL, code, text, more),
};
