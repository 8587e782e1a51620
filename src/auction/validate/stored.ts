/** Fetches the stored request and the stored imps the body names (auction-request.md 4.3). */
import { invalid } from '#src/wire/refusal.ts';
import type { Auction } from '../auction.ts';
import type { Found, Services } from '../services.ts';
import { firstPublisherOf } from './account-id.ts';
import { parseObject } from './parse.ts';

const NOTHING: Found = { texts: new Map(), errors: [] };

/** Fills `intake.storedRequest` and `intake.storedImps`; anything missing is refused. Waits only where the store does. */
export function fetchStored(auction: Auction, services: Services): void | Promise<void> {
  const { intake } = auction;
  const { storedRequestId, storageTimeoutMs } = intake;
  const impIds = [...new Set(intake.storedImpIds.filter((id) => id !== undefined))];
  if (storedRequestId === undefined && impIds.length === 0) return;
  // The account is not settled yet; stores that keep accounts apart are told whom the body names.
  const account = firstPublisherOf(auction.body).id || undefined;
  const find = (kind: 'request' | 'imp', ids: readonly string[]) =>
    ids.length > 0 ? services.stored.find(kind, ids, storageTimeoutMs, account, auction.abort) : NOTHING;
  const request = find('request', storedRequestId === undefined ? [] : [storedRequestId]);
  const imps = find('imp', impIds);
  if (request instanceof Promise || imps instanceof Promise) {
    return Promise.all([request, imps]).then(([first, second]) => keep(auction, services, first, second));
  }
  keep(auction, services, request, imps);
}

function keep(auction: Auction, { dialect }: Services, request: Found, imps: Found): void {
  const { intake } = auction;
  if (request.errors.length > 0 || imps.errors.length > 0) {
    // Both are asked for at the same place: its trouble is told once.
    const errors = [...new Set([...request.errors, ...imps.errors])];
    auction.refusal = invalid(...dialect.stored.failed(errors));
    return;
  }
  intake.storedImps = imps.texts;
  const id = intake.storedRequestId;
  if (id === undefined) return;
  const parsed = parseObject(request.texts.get(id) ?? '');
  if ('value' in parsed) intake.storedRequest = parsed.value;
  else auction.refusal = invalid(dialect.stored.unreadable(id, parsed.error));
}
