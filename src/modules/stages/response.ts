/** The last stages: the response object, then the HTTP response; the modules' own report is added in between. */
import type { Auction, ClientResponse } from '#src/auction/auction.ts';
import { componentPrivacy } from '#src/auction/privacy/component.ts';
import { removesNothing } from '#src/auction/privacy/decision.ts';
import { moduleParts } from '#src/auction/response/ext.ts';
import type { Services } from '#src/auction/services.ts';
import type { PipelineStep } from '#src/auction/steps.ts';
import { isObject } from '#src/json/merge.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { BidResponse } from '#src/openrtb/ortb.ts';
import { denormaliseExt, normaliseExt } from '#src/openrtb/rename.ts';
import { clientResponseError } from '../check-payload.ts';
import type { Payloads } from '../hook.ts';
import { openCall } from '../open-call.ts';
import { clientTags, moduleReport, readReportOptions } from '../report.ts';
import { runStage } from '../run-stage.ts';
import type { StageEnd } from '../stage-call.ts';

/** Runs the last hooks and finishes: `makeClientResponse` is called in between, with the modules' report in the response. */
export function finishResponse(auction: Auction, services: Services, makeClientResponse: PipelineStep): void | Promise<void> {
  if (!services.hooks) return makeClientResponse(auction, services);
  return chain(responseHooks(auction, services), () =>
    chain(makeClientResponse(auction, services), () => exitpointHooks(auction, services)),
  );
}

const chain = (wait: void | Promise<void>, next: () => void | Promise<void>): void | Promise<void> => (wait ? wait.then(next) : next());

/** Runs the stage on `auction.response` and adds the modules' report. Modules may also change a rejection. */
function responseHooks(auction: Auction, services: Services): void | Promise<void> {
  const { response } = auction;
  if (!response) return;
  const call = openCall<BidResponse>(auction, services, 'auction_response', {
    error: responseError,
    view: responseView(auction, services),
  });
  const end = call && runStage(call, response);
  if (end instanceof Promise) return end.then(({ payload }) => report(auction, services, payload));
  if (end || auction.hooks) report(auction, services, end?.payload ?? response);
}

/**
 * The part of a response a hook may see: debug output repeats the request and bidders' calls, and is removed for modules that may not see
 * the complete request.
 */
const responseView =
  <P>({ account }: Auction, services: Services) =>
  (response: P, hook: string): P => {
    if (!isObject(response) || !isObject(response['ext']) || response['ext']['debug'] === undefined) return response;
    if (removesNothing(componentPrivacy({ type: 'general', name: hook }, account, services))) return response;
    const { debug: _, ...ext } = response['ext'];
    return { ...response, ext };
  };

/** Seats in the shape other endpoints require, and an extensible `ext`. */
function responseError({ ext, seatbid }: BidResponse): string | undefined {
  if (ext !== undefined && !isObject(ext)) return 'response.ext is not an object';
  if (ext?.srv !== undefined && !isObject(ext.srv)) return 'response.ext.srv is not an object';
  if (seatbid === undefined) return undefined;
  const isWellFormed =
    Array.isArray(seatbid) && seatbid.every((seat) => isObject(seat) && Array.isArray(seat.bid) && seat.bid.every(isBid));
  return isWellFormed ? undefined : 'response.seatbid contains an invalid bid';
}

const isBid = (bid: unknown): boolean => isObject(bid) && (bid['ext'] === undefined || isObject(bid['ext']));

function report(auction: Auction, services: Services, response: BidResponse): void {
  const { hooks, accountId, account, debug } = auction;
  const { hookReport } = services.dialect.response;
  const options = readReportOptions(auction.request, accountId === '' ? undefined : account.debug_allow);
  auction.moduleReport =
    hooks && moduleReport(hooks.outcomes, { ...options, debug: options.debug || debug.shown }, hookReport, [...auction.privacy.keys()]);
  auction.analyticsTags = hooks && clientTags(hooks.outcomes, hookReport);
  const parts = moduleParts(auction);
  auction.response = Object.keys(parts).length === 0 ? response : { ...response, ext: withParts(response.ext, parts) };
}

const withParts = (ext: BidResponse['ext'], parts: Ext): BidResponse['ext'] => ({
  ...ext,
  srv: { ...(ext?.srv as Ext | undefined), ...parts },
});

/** Runs the stage on the finished HTTP response; rejections are sent unchanged. */
function exitpointHooks(auction: Auction, services: Services): void | Promise<void> {
  const { clientResponse } = auction;
  if (clientResponse?.status !== 200) return;
  const seen = responseView<unknown>(auction, services);
  const call = openCall<Payloads['exitpoint']>(auction, services, 'exitpoint', {
    error: clientResponseError,
    view: (payload, hook) => ({ ...payload, body: seen(payload.body, hook) }),
  });
  if (!call) return;
  const end = runStage(call, { headers: { ...clientResponse.headers }, body: bodyOf(clientResponse) });
  if (end instanceof Promise) return end.then((later) => send(auction, clientResponse, later));
  send(auction, clientResponse, end);
}

/** The response's JSON with our extension key; a string if it is not JSON. */
function bodyOf({ body }: ClientResponse): unknown {
  try {
    const value: unknown = JSON.parse(body);
    normaliseExt(value);
    return value;
  } catch {
    return body;
  }
}

function send(auction: Auction, { status, body }: ClientResponse, { payload, changed }: StageEnd<Payloads['exitpoint']>): void {
  if (!changed) return;
  const made = typeof payload.body === 'string' ? payload.body : JSON.stringify(denormaliseExt(payload.body, auction.extKey));
  auction.clientResponse = { status, headers: payload.headers, body: made ?? body };
}
