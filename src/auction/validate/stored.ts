/** Fetches the stored request and the stored imps named in the body. */

import type { Auction } from '../auction.ts';
import { invalid, storedRejection } from '../rejection.ts';
import type { Services } from '../services.ts';
import type { Found } from '../stored-data.ts';
import { firstPublisherOf } from './account-id.ts';
import { parseObject } from './parse.ts';

const NONE: Found = { documents: new Map(), errors: [] };

/** Fills `input.storedRequest` and `input.storedImps`; anything missing is rejected. Waits only if the store does. */
export function fetchStored(auction: Auction, services: Services): void | Promise<void> {
  const { input } = auction;
  const { storedRequestId, storageTimeoutMs } = input;
  const impIds = [...new Set(input.storedImpIds.filter((id) => id !== undefined))];
  if (storedRequestId === undefined && impIds.length === 0) return;
  // The account is not known yet; stores that separate accounts get the id in the body.
  const account = firstPublisherOf(auction.body).id || undefined;
  const find = (kind: 'request' | 'imp', ids: readonly string[]) =>
    ids.length > 0 ? services.stored.find(kind, ids, storageTimeoutMs, account, auction.abort) : NONE;
  const request = find('request', storedRequestId === undefined ? [] : [storedRequestId]);
  const imps = find('imp', impIds);
  if (request instanceof Promise || imps instanceof Promise) {
    return Promise.all([request, imps]).then(([first, second]) => apply(auction, services, first, second));
  }
  apply(auction, services, request, imps);
}

function apply(auction: Auction, { dialect }: Services, request: Found, imps: Found): void {
  const { input } = auction;
  if (request.errors.length > 0 || imps.errors.length > 0) {
    // Both come from the same store: its failure is reported once.
    const errors = [...new Set([...request.errors, ...imps.errors])];
    auction.rejection = storedRejection(request.unavailable || imps.unavailable, dialect.stored.failed(errors));
    return;
  }
  input.storedImps = imps.documents;
  const id = input.storedRequestId;
  if (id === undefined) return;
  const parsed = parseObject(request.documents.get(id) ?? '');
  if ('value' in parsed) input.storedRequest = parsed.value;
  else auction.rejection = invalid(dialect.stored.unreadable(id, parsed.error));
}
