/** The expectations that the drivers compare. A case with any other fails by name, so that no expectation is passed over. */
import type { Case } from './case.ts';

const COMPARED = new Set(
  `bidderCalls bidderConfigs bidders body bodyContains bodyFields bodyHas bodyIsPixelPng bodyMatch bodyText cachePutHappened
  debugLogEnabled debugLogResponseWritten error errorContains errorEquals errorIsDecoderText errorPrefix errors exchangeRequest
  exchangeRequestFields ext extCompare firstError headers ignore impCount impInfo jsonInStrings modules podCount podErrors
  podTargetingCounts puts request requestFields requestHas resolved responseExt serverHeader setCookie status storedAuctionResponses
  storedBidResponses warnings`.split(/\s+/),
);

/**
 * Expectations of structures of the recorded servers that have no counterpart at the same boundary: tags are in analytics events
 * (test/modules), and the request is never edited by the function that reads `bidderconfig` (the bidders' requests show its absence).
 */
const WITHOUT_COUNTERPART = new Set(['analyticsTags', 'bidderConfigRemoved']);

/** The first expectation that would not be compared. */
export function unknownExpectation({ expect }: Pick<Case, 'expect'>): string | undefined {
  const unknown = Object.keys(expect).find((name) => !COMPARED.has(name) && !WITHOUT_COUNTERPART.has(name));
  return unknown === undefined ? undefined : `expect.${unknown}: not compared by this runner`;
}
