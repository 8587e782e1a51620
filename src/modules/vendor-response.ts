/** What a vendor responds, reduced to what a request accepts. */
import { isObject } from '#src/json/merge.ts';
import { errorMessage } from '#src/lang/error-message.ts';
import type { ServiceResult } from '#src/net/service-call.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import { requestError } from './check-payload.ts';
import { detach } from './drafts.ts';

/** A vendor's service failed, or its response is unusable. */
export class VendorFailure extends Error {}

/**
 * Fields whose names reach a prototype are dropped: the request would not accept them.
 * @throws VendorFailure without a response, or for a body that is not a JSON object; the status is not checked
 */
export function vendorObject(result: ServiceResult): Ext {
  if (result.kind === 'failed') throw new VendorFailure(result.message);
  const parsed = parsedBody(result.response.body);
  if (!isObject(parsed)) throw new VendorFailure('the response is not a JSON object');
  return detach(parsed) as Ext;
}

function parsedBody(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (cause) {
    throw new VendorFailure(errorMessage(cause), { cause });
  }
}

/** The items of a vendor's list that a request accepts as `user.eids` or `user.data`: one invalid item must not cost the others. */
export function acceptedItems<T>(list: unknown, field: 'eids' | 'data'): T[] {
  if (!Array.isArray(list)) return [];
  return list.filter((item) => isObject(item) && requestError({ id: '', imp: [], user: { [field]: [item] } }, false) === undefined) as T[];
}
