/**
 * The `validate` state: from raw bytes to a valid request, or the reasons for its rejection. The dialect selects the steps of a request
 * (`src/dialect/go/validate.ts`, `src/dialect/java/validate.ts`) from the lists below; every step has a file of its own.
 * Page: docs/stages/validate.md.
 */
import { entrypointHooks, rejectAtEntrypoint } from '#src/modules/stages/entrypoint.ts';
import { rawRequestHooks } from '#src/modules/stages/raw-request.ts';
import type { Auction } from './auction.ts';
import { invalid } from './rejection.ts';
import type { Services } from './services.ts';
import { type PipelineStep, runSteps } from './steps.ts';
import { lookUpAccount } from './validate/account.ts';
import { findAccountId } from './validate/account-id.ts';
import { applyStoredResponse } from './validate/apply-stored-response.ts';
import { readBody } from './validate/body.ts';
import { coerceTypes } from './validate/coerce-types.ts';
import { decodeCaller, raiseVersion } from './validate/decode-request.ts';
import { checkExtensions } from './validate/extensions.ts';
import { fitInterstitials } from './validate/interstitial.ts';
import { mergeBody } from './validate/merge-stored.ts';
import { parseBody } from './validate/parse.ts';
import { applyProfiles } from './validate/profiles.ts';
import { fetchStored } from './validate/stored.ts';
import { readStoredIds } from './validate/stored-ids.ts';

/** Formats of interstitial imps; an imp without a fitting size may reject the request. */
export const fitSizes: PipelineStep = (auction, { dialect }) => {
  const error = fitInterstitials(auction.request, dialect.interstitial);
  if (error !== undefined) auction.rejection = invalid(error);
};

/** From bytes to a merged body of a known account. */
export const INGEST_STEPS: readonly PipelineStep[] = [
  readBody,
  entrypointHooks,
  rejectAtEntrypoint,
  parseBody,
  coerceTypes,
  decodeCaller,
  applyStoredResponse,
  readStoredIds,
  fetchStored,
  findAccountId,
  lookUpAccount,
  rawRequestHooks,
  mergeBody,
  applyProfiles,
];

/** From a decoded body to a request of the newest version. */
export const AFTER_DECODING: readonly PipelineStep[] = [checkExtensions, raiseVersion];

/** The state's function. */
export const validate = (auction: Auction, services: Services): void | Promise<void> =>
  runSteps(services.dialect.validate.steps[auction.endpoint], auction, services);
