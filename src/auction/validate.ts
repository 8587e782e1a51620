/**
 * The first state: from raw bytes to a well-formed request, or the reasons why there is none (auction-request.md 1.1 and
 * 1.2). Which steps a request goes through is the dialect's (`src/dialect/go/validate.ts`, `src/dialect/java/validate.ts`), made
 * of the lists below; every step has a file of its own.
 */
import { entrypointHooks, refuseAtEntrypoint } from '#src/modules/stages/entrypoint.ts';
import { rawRequestHooks } from '#src/modules/stages/raw-request.ts';
import { invalid } from '#src/wire/refusal.ts';
import type { Auction } from './auction.ts';
import type { Services } from './services.ts';
import { runSteps, type Step } from './steps.ts';
import { lookUpAccount } from './validate/account.ts';
import { findAccountId } from './validate/account-id.ts';
import { readBody } from './validate/body.ts';
import { decodeBody, raiseVersion } from './validate/decode-request.ts';
import { checkExtensions } from './validate/extensions.ts';
import { fitInterstitials } from './validate/interstitial.ts';
import { loosenTypes } from './validate/loose-types.ts';
import { mergeBody } from './validate/merge-stored.ts';
import { parseBody } from './validate/parse.ts';
import { applyProfiles } from './validate/profiles.ts';
import { fetchStored } from './validate/stored.ts';
import { readStoredIds } from './validate/stored-ids.ts';
import { answerWhole } from './validate/whole-answer.ts';

/** Formats of interstitial imps; no fitting size may reject the request. */
export const fitSizes: Step = (auction, { dialect }) => {
  const fault = fitInterstitials(auction.request, dialect.interstitial);
  if (fault !== undefined) auction.refusal = invalid(fault);
};

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
export const DECODE: readonly Step[] = [decodeBody, checkExtensions, raiseVersion];

/** The state's function. */
export const validate = (auction: Auction, services: Services): void | Promise<void> =>
  runSteps(services.dialect.validate.steps[auction.entry], auction, services);
