/** `POST /vtrack` in the Java variant. */
import type { Services } from '#src/auction/services.ts';
import { findJavaAccount } from '#src/events/account.ts';
import { javaIntegrationError } from '#src/events/parameters.ts';
import { readJavaPuts } from '#src/events/puts.ts';
import { ACCOUNT_REQUIRED, type VtrackCall, type VtrackResponse } from '#src/events/response.ts';
import { type TrackingCall, type TrackingRules, trackedValue } from '#src/events/track.ts';
import { stored, toCachePut } from '#src/events/vtrack.ts';
import type { VtrackDialect } from '../contract/vtrack.ts';

const TRACKING: TrackingRules = { urlWithAuction: true, tracksDisabled: true };

async function respond({ query, body }: VtrackCall, services: Services): Promise<VtrackResponse> {
  const { config } = services;
  const clientResponse = (status: number, why: string): VtrackResponse => ({ status, body: why, json: true });
  const call: TrackingCall = { accountId: (query.get('a') ?? '').trim(), integration: query.get('int') ?? '' };
  if (call.accountId === '') return clientResponse(400, ACCOUNT_REQUIRED);
  if (body === undefined) return clientResponse(413, `request size exceeded max size of ${config.max_request_size} bytes`);
  const read = readJavaPuts(body);
  const error = 'error' in read ? read.error : javaIntegrationError(call.integration);
  if ('error' in read || error !== undefined) return clientResponse(400, error ?? '');
  const found = await findJavaAccount(call.accountId, config.vtrack.timeout_ms, services);
  if ('rejected' in found) return clientResponse(found.rejected.status, found.rejected.body);
  const { account } = found;
  const puts = read.value.map((put) =>
    toCachePut(put, account.events.enabled ? trackedValue(put, call, services, TRACKING) : put.value, call, account, services),
  );
  const { ids, errors } = await services.bidCache.put(puts, config.vtrack.timeout_ms);
  const [first] = errors;
  return first === undefined ? stored(puts, ids) : clientResponse(500, `Error occurred while sending request to cache: ${first}`);
}

export const vtrack: VtrackDialect<Services> = { respond };
