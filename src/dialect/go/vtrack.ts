/** `POST /vtrack` in the Go variant. */
import type { Services } from '#src/auction/services.ts';
import { cacheBackend } from '#src/cache/backend.ts';
import { findAccount } from '#src/events/account.ts';
import { integrationError } from '#src/events/parameters.ts';
import { readPuts, uncacheable } from '#src/events/puts.ts';
import { ACCOUNT_REQUIRED, type VtrackCall, type VtrackResponse } from '#src/events/response.ts';
import { type TrackingCall, type TrackingRules, trackedValue } from '#src/events/track.ts';
import { stored, toCachePut } from '#src/events/vtrack.ts';
import type { VtrackDialect } from '../contract/vtrack.ts';

const TRACKING: TrackingRules = { urlWithAuction: false, tracksDisabled: false };

const text = (status: number, body: string): VtrackResponse => ({ status, body, json: false });
const invalid = (why: string): VtrackResponse => text(400, `Invalid request: ${why}\n`);

async function respond({ query, body }: VtrackCall, services: Services): Promise<VtrackResponse> {
  const { config } = services;
  const call: TrackingCall = { accountId: query.get('a') ?? '', integration: query.get('int') ?? '' };
  if (call.accountId === '') return text(400, ACCOUNT_REQUIRED);
  const error = integrationError(call.integration);
  if (error !== undefined) return text(400, `Invalid integration type: ${error}\n`);
  if (body === undefined) return invalid(`request size exceeded max size of ${config.max_request_size} bytes`);
  const read = readPuts(body);
  if ('error' in read) return invalid(read.error);
  const found = await findAccount(call.accountId, config.vtrack.timeout_ms, services);
  if ('rejected' in found) return { ...found.rejected, json: false };
  if (read.value.length === 0) return stored([], []);
  const puts = read.value.map((put) => toCachePut(put, trackedValue(put, call, services, TRACKING), call, found.account, services));
  const [rejected] = cacheBackend(config.cache) === 'http' ? [] : read.value.map(uncacheable).filter((why) => why !== undefined);
  const { ids, errors } =
    rejected === undefined ? await services.bidCache.put(puts, config.vtrack.timeout_ms) : { ids: [], errors: [rejected] };
  const [first] = errors;
  return first === undefined ? stored(puts, ids) : text(500, `Error(s) updating vast: ${first}\n`);
}

export const vtrack: VtrackDialect<Services> = { respond };
