/**
 * The first state: from raw bytes to a well-formed request, or the reasons why there is none (auction-request.md 1.1 and
 * 1.2). What happens is the lists below, top to bottom; every step has a file of its own.
 */
import { entrypointHooks, refuseAtEntrypoint } from '#src/modules/stages/entrypoint.ts';
import { rawRequestHooks } from '#src/modules/stages/raw-request.ts';
import { invalid } from '#src/wire/refusal.ts';
import { AMP_INTAKE } from './amp/intake.ts';
import type { Auction, Entry } from './auction.ts';
import type { Services } from './services.ts';
import { runSteps, type Step } from './steps.ts';
import { lookUpAccount } from './validate/account.ts';
import { findAccountId } from './validate/account-id.ts';
import { mergeParams, mergeParamsDeep } from './validate/bidder-params.ts';
import { readBody } from './validate/body.ts';
import { nameChannel } from './validate/channel.ts';
import { decodeBody, raiseVersion } from './validate/decode-request.ts';
import { fillDefaults } from './validate/defaults.ts';
import { checkExtensions } from './validate/extensions.ts';
import { checkRequest } from './validate/go-rules.ts';
import { fillFromHttp } from './validate/http-fields.ts';
import { giveImpIds, limitImps } from './validate/imp-ids.ts';
import { fitInterstitials } from './validate/interstitial.ts';
import { applyIosLmt } from './validate/ios-lmt.ts';
import { fillTargetingLikeJava } from './validate/java-defaults.ts';
import { fillFromGppLikeJava } from './validate/java-gpp.ts';
import { checkRequestLikeJava, fillTidsLikeJava, promoteAllBidders, refuseBlockedApp } from './validate/java-rules.ts';
import { loosenTypes } from './validate/loose-types.ts';
import { mergeBody } from './validate/merge-stored.ts';
import { parseBody } from './validate/parse.ts';
import { applyProfiles } from './validate/profiles.ts';
import { fetchStored } from './validate/stored.ts';
import { readStoredIds } from './validate/stored-ids.ts';
import { fetchStoredResponses } from './validate/stored-responses.ts';
import { answerWhole } from './validate/whole-answer.ts';

const fitSizes: Step = (auction, { config }) => {
  const fault = fitInterstitials(auction.request, config.variant);
  if (fault !== undefined) auction.refusal = invalid(fault);
};

const limitTracking: Step = ({ request }) => applyIosLmt(request);

/** Bytes to a merged body of a known account. */
export const INTAKE: readonly Step[] = [
  readBody,
  entrypointHooks,
  refuseAtEntrypoint,
  parseBody,
  loosenTypes,
  answerWhole,
  readStoredIds,
  fetchStored,
  findAccountId,
  lookUpAccount,
  rawRequestHooks,
  mergeBody,
  applyProfiles,
];

/** The merged object as a request of the newest version. */
const DECODE: readonly Step[] = [decodeBody, checkExtensions, raiseVersion];

const GO_CHECKS: readonly Step[] = [
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

const JAVA_CHECKS: readonly Step[] = [
  ...DECODE,
  fillFromGppLikeJava,
  refuseBlockedApp,
  limitImps,
  giveImpIds,
  promoteAllBidders,
  mergeParamsDeep,
  nameChannel,
  fillFromHttp,
  fillDefaultsLikeJava,
  fillTidsLikeJava,
  checkRequestLikeJava,
  fitSizes,
  fetchStoredResponses,
];

function fillDefaultsLikeJava(auction: Auction, services: Services): void {
  fillTargetingLikeJava(auction, services);
  if (!auction.request.tmax && services.config.tmax_default > 0) auction.request.tmax = services.config.tmax_default;
}

/** From `auction.body`, merged, to `auction.request`, checked: what requests made by other endpoints go through as well. */
export const CHECKS = { go: GO_CHECKS, java: JAVA_CHECKS } as const;

type Variant = keyof typeof CHECKS;

/** What each endpoint does first; a pod's request stands already (`machines/video-pod.ts`), only its account is not known. */
const stepsOf = (variant: Variant): { readonly [entry in Entry]: readonly Step[] } => ({
  auction: [...INTAKE, ...CHECKS[variant]],
  amp: [...AMP_INTAKE[variant], ...CHECKS[variant]],
  video: [findAccountId, lookUpAccount, ...CHECKS[variant]],
});

const STEPS = { go: stepsOf('go'), java: stepsOf('java') } as const;

/** The state's function. */
export const validate = (auction: Auction, services: Services): void | Promise<void> =>
  runSteps(STEPS[services.config.variant][auction.entry], auction, services);
