/** From the bytes of a video request to a validated request, merged over its stored one. */
import { isObject, mergePatch } from '#src/json/merge.ts';
import type { Auction } from '../../auction.ts';
import { OVERRIDE_HEADER } from '../../debug.ts';
import { invalid, storedRejection } from '../../rejection.ts';
import { shownHeaders } from '../../response/debug.ts';
import type { Services } from '../../services.ts';
import { type PipelineStep, runSteps } from '../../steps.ts';
import type { Found } from '../../stored-data.ts';
import { readBody, releaseBody } from '../../validate/body.ts';
import { DEFAULT_EXT_KEY, parseObject } from '../../validate/parse.ts';
import { storageTimeout } from '../../validate/stored-ids.ts';
import { userAgentOf, wantsLog } from './caller.ts';
import { checkVideoRequest, rejectionOf } from './check.ts';
import { decodeVideoRequest } from './request.ts';

const LOG_TTL_SECONDS = 3600;
const NO_ID = 'Unable to find required stored request id';

/** Either spelling of the option. */
const isStoredRequired = ({ config }: Services): boolean => config.video.stored_request_required ?? config.video_stored_request_required;

function beginLog(auction: Auction, { config }: Services): void {
  const { incoming, input } = auction;
  if (!wantsLog(incoming, config.debug.override_token)) return;
  // The ids of logs are no secret: ad servers receive them.
  const { cookie: _, [OVERRIDE_HEADER]: _token, ...headers } = incoming.headers;
  auction.debugLog = {
    request: input.body,
    headers: JSON.stringify(shownHeaders(headers as { [name: string]: string })),
    response: '',
    ttlSeconds: config.cache.default_ttl_seconds.video || LOG_TTL_SECONDS,
    unwanted: config.video.escape_log_cache_regex === '' ? undefined : new RegExp(config.video.escape_log_cache_regex, 'g'),
  };
}

function parse(auction: Auction, services: Services): void {
  const body = releaseBody(auction, services);
  const { emptyBody } = services.dialect.video;
  const parsed = body === '' && emptyBody !== undefined ? { error: emptyBody } : parseObject(body);
  if ('error' in parsed) {
    auction.rejection = invalid(parsed.error);
    return;
  }
  auction.body = parsed.value;
  auction.extKey = parsed.extKey ?? DEFAULT_EXT_KEY;
}

function mergeStored(auction: Auction, services: Services): void | Promise<void> {
  const { body, input } = auction;
  const { storedrequestid: id } = body;
  input.storageTimeoutMs = services.config.video.stored_requests_timeout_ms ?? storageTimeout(body, services.config.rules);
  if (typeof id !== 'string') {
    if (isStoredRequired(services)) auction.rejection = invalid(NO_ID);
    return;
  }
  if (id === '') return;
  const found = services.stored.find('video', [id], input.storageTimeoutMs, undefined, auction.abort);
  if (found instanceof Promise) return found.then((later) => merge(auction, services, id, later));
  merge(auction, services, id, found);
}

function merge(auction: Auction, services: Services, id: string, { documents, errors, missing, unavailable }: Found): void {
  const { requiredMissing, storedFailed } = services.dialect.video;
  const json = documents.get(id);
  const stored = json === undefined ? undefined : parseObject(json);
  if (!stored) {
    const isEnforced = missing === true && requiredMissing !== undefined && isStoredRequired(services);
    auction.rejection = storedRejection(unavailable, isEnforced ? [requiredMissing] : storedFailed(errors));
  } else if ('error' in stored) auction.rejection = invalid(stored.error);
  else {
    const merged = mergePatch(stored.value, auction.body);
    if (isObject(merged)) auction.body = merged;
  }
}

function decode(auction: Auction, { config, dialect }: Services): void {
  const decoded = decodeVideoRequest(auction.body, config.rules.coerceTypes);
  if ('error' in decoded) {
    auction.rejection = invalid(decoded.error);
    return;
  }
  const request = decoded.value;
  const ua = request.device?.ua || userAgentOf(auction.incoming.headers['user-agent']);
  const { noUserAgent } = dialect.video;
  if (ua) request.device = { ...request.device, ua };
  else if (noUserAgent !== undefined) auction.rejection = invalid(noUserAgent);
  auction.input.video = request;
}

function check(auction: Auction, services: Services): void {
  const { video: request } = auction.input;
  if (!request) return;
  const { config, dialect } = services;
  const rules = { storedRequestRequired: isStoredRequired(services), blockedApps: config.blocked_apps, dialect: dialect.video };
  const checked = checkVideoRequest(request, rules);
  auction.rejection = rejectionOf(checked, dialect.video);
  auction.podErrors.push(...checked.podErrors);
  if (request.video) request.video.mimes = [...checked.mimes];
}

const STEPS: readonly PipelineStep[] = [readBody, beginLog, parse, mergeStored, decode, check];

/** The state's function: fills `auction.input.video` and `auction.podErrors`, or rejects. Waits only if the store does. */
export const readVideo = (auction: Auction, services: Services): void | Promise<void> => runSteps(STEPS, auction, services);
