/**
 * The first state: from raw bytes to a well-formed request, or the reasons why there is none (auction-request.md 1.1,
 * steps 2 to 18). What happens is the list below, top to bottom; every step has a file of its own.
 */
import { invalid } from '#src/wire/refusal.ts';
import type { Auction } from './auction.ts';
import type { Services } from './services.ts';
import { runSteps, type Step } from './steps.ts';
import { lookUpAccount } from './validate/account.ts';
import { findAccountId } from './validate/account-id.ts';
import { mergeParams } from './validate/bidder-params.ts';
import { readBody } from './validate/body.ts';
import { decodeBody, raiseVersion } from './validate/decode-request.ts';
import { fillDefaults } from './validate/defaults.ts';
import { checkExtensions } from './validate/extensions.ts';
import { checkRequest } from './validate/go-rules.ts';
import { fillFromHttp } from './validate/http-fields.ts';
import { fitInterstitials } from './validate/interstitial.ts';
import { applyIosLmt } from './validate/ios-lmt.ts';
import { mergeBody } from './validate/merge-stored.ts';
import { parseBody } from './validate/parse.ts';
import { fetchStored } from './validate/stored.ts';
import { readStoredIds } from './validate/stored-ids.ts';
import { fetchStoredResponses } from './validate/stored-responses.ts';
import { answerWhole } from './validate/whole-answer.ts';

const fitSizes: Step = (auction, { config }) => {
  const fault = fitInterstitials(auction.request, config.variant);
  if (fault !== undefined) auction.refusal = invalid(fault);
};

const limitTracking: Step = ({ request }, { config }) => void applyIosLmt(request, config.variant);

/** Bytes to a merged body; the account is known at the end. */
export const INTAKE: readonly Step[] = [readBody, parseBody, readStoredIds, fetchStored, findAccountId, lookUpAccount, mergeBody];

/** Merged body to checked request: what every endpoint's request goes through. */
export const CHECKS: readonly Step[] = [
  decodeBody,
  checkExtensions,
  raiseVersion,
  mergeParams,
  fillFromHttp,
  fillDefaults,
  fitSizes,
  limitTracking,
  fetchStoredResponses,
  checkRequest,
];

const STEPS: readonly Step[] = [...INTAKE, ...CHECKS];

/** The state's function. */
export const validate = (auction: Auction, services: Services): void | Promise<void> => runSteps(STEPS, auction, services);
