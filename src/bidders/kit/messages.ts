/** Messages shared by many bidders' errors. Their error classes differ, so these are strings only. */
import type { SharedBid } from './response-spec.ts';

export const badServerResponse = 'Bad Server Response';
export const emptySeatBid = 'Empty SeatBid array';
export const noBidderExt = 'ext.bidder not provided';
export const noImpression = 'No impression in the bid request';
export const noImps = 'No Imps in Bid Request';
export const noValidImpressions = 'found no valid impressions';
export const noExtension = "Bidder extension not provided or can't be unmarshalled";
export const badExtension = 'Error while unmarshaling bidder extension';
export const badBidderExt = 'Error parsing bidderExt object';

export const impNotFound = (impId: string): string => `Failed to find impression "${impId}"`;
export const badBidType = (type: string): string => `invalid BidType: ${type}`;
export const typeNotParsed = (impId: string): string => `Failed to parse impression "${impId}" mediatype`;
export const mtypeUnsupported = (mtype = 0): string => `unsupported MType ${mtype}`;
export const typeNotFetched = (impId: string): string => `Unable to fetch mediaType in multi-format: ${impId}`;
export const notUnpacked = (cause: string): string => `Unable to unpackage bid response. Error: ${cause}`;
export const typeNotDefined = (impId: string): string => `could not define media type for impression: ${impId}`;
export const floorNotInDollars = (currency: string): string => `Unable to convert provided bid floor currency from ${currency} to USD`;

/** The Java variant's message for a missing or unsupported `mtype`. */
export const javaTypeNotFetched = ({ id, impid, mtype }: SharedBid): string =>
  mtype === undefined ? `Missing MType for bid: ${id}` : `Unable to fetch mediaType ${mtype} in multi-format: ${impid}`;

/** Text in double quotes; control characters are written as partners know them (`\x7f`, not `\u007f`). */
export const quoted = (text: string): string =>
  JSON.stringify(text)
    .replace(/\\\\|\\u00([01][\da-f])/g, (found, code?: string) => (code === undefined ? found : (SHORT_ESCAPES[code] ?? `\\x${code}`)))
    .replaceAll('\u007f', '\\x7f');

const SHORT_ESCAPES: { readonly [code: string]: string | undefined } = { '07': '\\a', '0b': '\\v' };

/** A decoder message printed in place of a number: an accident that partners rely on. */
export const asNumber = (cause: string): string => `&{%!d(string=${cause})}`;
