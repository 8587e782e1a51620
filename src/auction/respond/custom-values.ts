/** Where the values of ad-server targeting rules come from (auction-exchange.md 16). */
import type { Ext } from '#src/wire/ext.ts';
import type { Bid, BidResponse } from '#src/wire/ortb.ts';

const AMP_PATH = 'ext.srv.amp.data.';
const IMP_PATH = 'imp.';
const BID_PATH = 'seatbid.bid.';
const SEAT_PATH = 'seatbid.ext.';
const RESPONSE_FIELDS = ['id', 'bidid', 'cur', 'customdata', 'nbr'] as const;

/** A value for all bids, or one for each imp. */
export type RequestValue = { readonly single: string } | { readonly byImp: { readonly [impId: string]: string } };

/** A rule's value, or why there is none. */
export type Looked<T> = { readonly value: T; readonly fault?: undefined } | { readonly fault: string };

/** A path in our own word: callers write `ext.prebid` as well. */
const innerPath = (path: string): string => path.replace(/(^|\.)ext\.prebid(?=\.|$)/, '$1ext.srv');

/**
 * The text or number at a dotted path; members only, no places in lists.
 * @param likeJava that variant takes true and false as well, and nothing that is blank
 */
export function textAt(root: unknown, path: string, likeJava = false, shown: string = path): Looked<string> {
  let value: unknown = root;
  for (const member of innerPath(path).split('.')) {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, member)) {
      return { fault: `value not found for path: ${shown}` };
    }
    value = (value as Ext)[member];
  }
  if (value === undefined || value === null) return { fault: `value not found for path: ${shown}` };
  if (likeJava && typeof value === 'string' && value.trim() === '') return { fault: `value not found for path: ${shown}` };
  if (typeof value !== 'string' && typeof value !== 'number' && !(likeJava && typeof value === 'boolean')) {
    return { fault: `incorrect value type for path: ${shown}, value can only be string or number` };
  }
  return { value: String(value) };
}

/** The value of a path under `imp.`, in every imp; one imp without it fails the rule. */
export function impValues(path: string, imps: readonly { readonly id: string }[], likeJava = false): Looked<RequestValue> {
  const byImp: { [impId: string]: string } = {};
  for (const imp of imps) {
    const found = textAt(imp, path.slice(IMP_PATH.length), likeJava, path);
    if (found.fault !== undefined) return found;
    byImp[imp.id] = found.value;
  }
  return { value: { byImp } };
}

/**
 * What a `bidrequest` rule finds: in the query of the caller for AMP data, in every imp, or elsewhere in the request.
 * @param query the caller's query parameters
 */
export function requestValue(
  path: string,
  request: { readonly imp?: readonly { readonly id: string }[] | undefined },
  query: { readonly [name: string]: string | undefined },
  likeJava = false,
): Looked<RequestValue> {
  const ampPath = innerPath(path);
  if (ampPath.startsWith(AMP_PATH)) {
    const name = ampPath.slice(AMP_PATH.length);
    const told = Object.hasOwn(query, name) ? query[name] : undefined;
    if (told) return { value: { single: told } };
  }
  if (path.startsWith(IMP_PATH)) return impValues(path, request.imp ?? [], likeJava);
  const found = textAt(request, path, likeJava);
  return found.fault === undefined ? { value: { single: found.value } } : found;
}

/** What a `bidresponse` rule finds for one bid; the Java variant looks at nothing but the bid. */
export function responseValue(path: string, bid: Bid, seatExt: unknown, response: Partial<BidResponse>, likeJava = false): Looked<string> {
  if (path.startsWith(BID_PATH)) return textAt(bid, path.slice(BID_PATH.length), likeJava, path);
  if (likeJava) return { fault: `value not found for path: ${path}` };
  if (path.startsWith(SEAT_PATH)) return textAt(seatExt, path.slice(SEAT_PATH.length), false, path);
  if (path.startsWith('ext.')) return textAt(response, path);
  return responseField(path, response);
}

/** One of the few plain members of the response. */
export function responseField(name: string, response: Partial<BidResponse>): Looked<string> {
  const field = RESPONSE_FIELDS.find((known) => known === name);
  if (field === undefined) return { fault: `key not found for field in bid response: ${name}` };
  const value = response[field];
  return { value: value === undefined ? '' : String(value) };
}
