/** Sources of the values of ad-server targeting rules. */

import type { CustomTargetingDialect } from '#src/dialect/contract/custom-targeting.ts';
import type { Result } from '#src/lang/result.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { Bid, BidResponse } from '#src/openrtb/ortb.ts';

const AMP_PATH = 'ext.srv.amp.data.';
const IMP_PATH = 'imp.';
const BID_PATH = 'seatbid.bid.';
const SEAT_PATH = 'seatbid.ext.';
const RESPONSE_FIELDS = ['id', 'bidid', 'cur', 'customdata', 'nbr'] as const;

/** A value for all bids, or one per imp. */
export type RequestValue = { readonly single: string } | { readonly byImp: { readonly [impId: string]: string } };

type Values = Pick<CustomTargetingDialect, 'isBlank' | 'isValue'>;

/** A path with our extension key: callers write `ext.prebid` as well. */
const normalisePath = (path: string): string => path.replace(/(^|\.)ext\.prebid(?=\.|$)/, '$1ext.srv');

/** The value at a dotted path as a string; object fields only, no list indexes. */
export function stringAt(root: unknown, path: string, values: Values, shown: string = path): Result<string> {
  let value: unknown = root;
  for (const field of normalisePath(path).split('.')) {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, field)) {
      return { error: `value not found for path: ${shown}` };
    }
    value = (value as Ext)[field];
  }
  if (value === undefined || value === null) return { error: `value not found for path: ${shown}` };
  if (values.isBlank(value)) return { error: `value not found for path: ${shown}` };
  if (!values.isValue(value)) return { error: `incorrect value type for path: ${shown}, value can only be string or number` };
  return { value: String(value) };
}

/** The value of a path under `imp.`, in every imp; one imp without it fails the rule. */
export function impValues(path: string, imps: readonly { readonly id: string }[], values: Values): Result<RequestValue> {
  const byImp: { [impId: string]: string } = {};
  for (const imp of imps) {
    const found = stringAt(imp, path.slice(IMP_PATH.length), values, path);
    if ('error' in found) return found;
    byImp[imp.id] = found.value;
  }
  return { value: { byImp } };
}

/**
 * The value of a `bidrequest` rule: from the caller's query for AMP data, from every imp, or elsewhere in the request.
 * @param query the caller's query parameters
 */
export function requestValue(
  path: string,
  request: { readonly imp?: readonly { readonly id: string }[] | undefined },
  query: { readonly [name: string]: string | undefined },
  values: Values,
): Result<RequestValue> {
  const ampPath = normalisePath(path);
  if (ampPath.startsWith(AMP_PATH)) {
    const name = ampPath.slice(AMP_PATH.length);
    const given = Object.hasOwn(query, name) ? query[name] : undefined;
    if (given) return { value: { single: given } };
  }
  if (path.startsWith(IMP_PATH)) return impValues(path, request.imp ?? [], values);
  const found = stringAt(request, path, values);
  return 'error' in found ? found : { value: { single: found.value } };
}

/** The value of a `bidresponse` rule for one bid. */
export function responseValue(
  path: string,
  bid: Bid,
  seatExt: unknown,
  response: Partial<BidResponse>,
  values: Values & Pick<CustomTargetingDialect, 'bidsOnly'>,
): Result<string> {
  if (path.startsWith(BID_PATH)) return stringAt(bid, path.slice(BID_PATH.length), values, path);
  if (values.bidsOnly) return { error: `value not found for path: ${path}` };
  if (path.startsWith(SEAT_PATH)) return stringAt(seatExt, path.slice(SEAT_PATH.length), values, path);
  if (path.startsWith('ext.')) return stringAt(response, path, values);
  return responseField(path, response);
}

/** One of the few scalar fields of the response. */
export function responseField(name: string, response: Partial<BidResponse>): Result<string> {
  const field = RESPONSE_FIELDS.find((known) => known === name);
  if (field === undefined) return { error: `key not found for field in bid response: ${name}` };
  const value = response[field];
  return { value: value === undefined ? '' : String(value) };
}
