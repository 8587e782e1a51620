/** The last stages: the answer as an object, then the reply as it goes out; between them modules' own report is put in. */
import type { Auction, Reply } from '#src/auction/auction.ts';
import { componentPrivacy } from '#src/auction/privacy/component.ts';
import { leavesAll } from '#src/auction/privacy/decision.ts';
import { moduleParts } from '#src/auction/respond/ext.ts';
import type { Services } from '#src/auction/services.ts';
import { isJavaShape } from '#src/auction/shape.ts';
import type { Step } from '#src/auction/steps.ts';
import type { Ext } from '#src/wire/ext.ts';
import { isObject } from '#src/wire/merge.ts';
import type { BidResponse } from '#src/wire/ortb.ts';
import { toInner, toOuter } from '#src/wire/rename.ts';
import { replyFault } from '../check-payload.ts';
import type { Payloads } from '../hook.ts';
import { openCall } from '../open-call.ts';
import { clientTags, moduleReport, readAsked } from '../report.ts';
import { runStage } from '../run-stage.ts';
import type { StageEnd } from '../stage-call.ts';

/** The answer through the last hooks and out: `makeReply` is called in between, with what modules did in the answer. */
export function finishAnswer(auction: Auction, services: Services, makeReply: Step): void | Promise<void> {
  if (!services.hooks) return makeReply(auction, services);
  return chain(responseHooks(auction, services), () => chain(makeReply(auction, services), () => exitpointHooks(auction, services)));
}

const chain = (wait: void | Promise<void>, next: () => void | Promise<void>): void | Promise<void> => (wait ? wait.then(next) : next());

/** Runs the stage on `auction.response` and reports there what modules did. Modules may change an answer, also one that says no. */
function responseHooks(auction: Auction, services: Services): void | Promise<void> {
  const { response } = auction;
  if (!response) return;
  const call = openCall<BidResponse>(auction, services, 'auction_response', { fault: responseFault, view: answerView(auction, services) });
  const end = call && runStage(call, response);
  if (end instanceof Promise) return end.then(({ payload }) => report(auction, services, payload));
  if (end || auction.hooks) report(auction, services, end?.payload ?? response);
}

/**
 * What of an answer a hook may see: debug output repeats the request and what bidders were sent, and is not for those whom the
 * account keeps something of the request from.
 */
const answerView =
  <P>({ account }: Auction, services: Services) =>
  (answer: P, hook: string): P => {
    if (!isObject(answer) || !isObject(answer['ext']) || answer['ext']['debug'] === undefined) return answer;
    if (leavesAll(componentPrivacy({ type: 'general', name: hook }, account, services))) return answer;
    const { debug: _, ...ext } = answer['ext'];
    return { ...answer, ext };
  };

/** Seats as other endpoints read them, and an extension that can be added to. */
function responseFault({ ext, seatbid }: BidResponse): string | undefined {
  if (ext !== undefined && !isObject(ext)) return 'response.ext is not an object';
  if (ext?.srv !== undefined && !isObject(ext.srv)) return 'response.ext.srv is not an object';
  if (seatbid === undefined) return undefined;
  const isSound = Array.isArray(seatbid) && seatbid.every((seat) => isObject(seat) && Array.isArray(seat.bid) && seat.bid.every(isBid));
  return isSound ? undefined : 'response.seatbid holds what is no bid';
}

const isBid = (bid: unknown): boolean => isObject(bid) && (bid['ext'] === undefined || isObject(bid['ext']));

function report(auction: Auction, services: Services, response: BidResponse): void {
  const { hooks, accountId, account, debug } = auction;
  const shape = isJavaShape(services.config) ? 'java' : 'go';
  const asked = readAsked(auction.request, accountId === '' ? undefined : account.debug_allow);
  auction.moduleReport =
    hooks && moduleReport(hooks.outcomes, { ...asked, debug: asked.debug || debug.shown }, shape, [...auction.privacy.keys()]);
  auction.analyticsTags = hooks && clientTags(hooks.outcomes, shape);
  const parts = moduleParts(auction);
  auction.response = Object.keys(parts).length === 0 ? response : { ...response, ext: withParts(response.ext, parts) };
}

const withParts = (ext: BidResponse['ext'], parts: Ext): BidResponse['ext'] => ({
  ...ext,
  srv: { ...(ext?.srv as Ext | undefined), ...parts },
});

/** Runs the stage on the reply that is ready to go; refusals go out as they are. */
function exitpointHooks(auction: Auction, services: Services): void | Promise<void> {
  const { reply } = auction;
  if (reply?.status !== 200) return;
  const seen = answerView<unknown>(auction, services);
  const call = openCall<Payloads['exitpoint']>(auction, services, 'exitpoint', {
    fault: replyFault,
    view: (payload, hook) => ({ ...payload, body: seen(payload.body, hook) }),
  });
  if (!call) return;
  const end = runStage(call, { headers: { ...reply.headers }, body: bodyOf(reply) });
  if (end instanceof Promise) return end.then((later) => send(auction, reply, later));
  send(auction, reply, end);
}

/** The reply's JSON under our word; a text that is none. */
function bodyOf({ body }: Reply): unknown {
  try {
    const value: unknown = JSON.parse(body);
    toInner(value);
    return value;
  } catch {
    return body;
  }
}

function send(auction: Auction, { status, body }: Reply, { payload, changed }: StageEnd<Payloads['exitpoint']>): void {
  if (!changed) return;
  const made = typeof payload.body === 'string' ? payload.body : JSON.stringify(toOuter(payload.body, auction.word));
  auction.reply = { status, headers: payload.headers, body: made ?? body };
}
