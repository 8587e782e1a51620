/** The request half of every adapter: before → slots → groups → one call a group. */
import type { ZodType } from 'zod';
import type { BidderError, Builder, Call, MadeRequests, RequestInfo, SharedRequest } from '../bidder.ts';
import { isFault } from '../errors.ts';
import { one } from './fan-out.ts';
import { PRESETS, toHeaders } from './headers.ts';
import { compileTemplate } from './macros.ts';
import { slotReader } from './slots.ts';
import type { RequestContext, SharedImp, Slot, TrafficSpec } from './spec.ts';

export type MakeRequests = (request: SharedRequest, info: RequestInfo) => MadeRequests;
type MakeCall<P, T> = (group: readonly Slot<P>[], context: RequestContext<T>) => Call | BidderError;

export function requestMaker<P, T>(spec: TrafficSpec<P, T>, params: ZodType, builder: Builder, setup: T): MakeRequests {
  const readSlots = slotReader(spec, params);
  const makeCall = callMaker(spec, builder);
  const fanout = spec.fanout ?? one;
  return (request, info) => {
    const errors: BidderError[] = [];
    const arrived: RequestContext<T> = { request, info, builder, setup, errors };
    const ended = (fault: BidderError): MadeRequests => ({ calls: [], errors: [...errors, fault] });

    const changed = spec.before?.(arrived);
    if (isFault(changed)) return ended(changed);
    const context = changed ? { ...arrived, request: { ...request, ...changed } } : arrived;
    const slots = readSlots(context);
    if (isFault(slots)) return ended(slots);
    if (spec.calls) {
      const made = spec.calls(slots, context);
      return { calls: made.calls, errors: [...errors, ...made.errors] };
    }
    if (slots.length === 0) {
      const missing = spec.noImps?.(context);
      return missing ? ended(missing) : { calls: [], errors };
    }

    const groups = fanout(slots, context);
    if (isFault(groups)) return ended(groups);
    const calls: Call[] = [];
    for (const group of groups) {
      const call = makeCall(group, context);
      if (isFault(call)) errors.push(call);
      else calls.push(call);
    }
    return { calls, errors };
  };
}

/** Makes one group's call; its error costs the group only. */
function callMaker<P, T>(spec: TrafficSpec<P, T>, builder: Builder): MakeCall<P, T> {
  const makeUri = spec.uri ?? filledEndpoint(spec, builder.endpoint);
  const makeHeaders = headersMaker(spec, builder.dialect === 'java');
  const method = spec.method ?? 'POST';
  return (group, context) => {
    const uri = makeUri(group, context);
    if (isFault(uri)) return uri;
    const body = spec.body ? spec.body(group, context) : requestBody(spec, group, context);
    if (isFault(body)) return body;
    return { method, uri, headers: makeHeaders(group, context), body, impIds: group.map(({ imp }) => imp.id) };
  };
}

function filledEndpoint<P, T>(spec: TrafficSpec<P, T>, template: string): NonNullable<TrafficSpec<P, T>['uri']> {
  const fill = compileTemplate(template);
  const { macros } = spec;
  return ([first], context) => fill(first && macros ? macros(first, context) : {});
}

type MakeHeaders<P, T> = (group: readonly Slot<P>[], context: RequestContext<T>) => Call['headers'];

/** In the Java variant no adapter sends fewer headers than the usual two. */
function headersMaker<P, T>({ headers = 'json+accept' }: TrafficSpec<P, T>, isJava: boolean): MakeHeaders<P, T> {
  if (typeof headers === 'string') return () => PRESETS[isJava ? 'json+accept' : headers];
  return (group, context) => toHeaders(headers(group, context));
}

/** The request with the group's imps; the very request where nothing differs. */
function requestBody<P, T>(spec: TrafficSpec<P, T>, group: readonly Slot<P>[], context: RequestContext<T>): SharedRequest | BidderError {
  const patch = spec.request?.(group, context);
  if (isFault(patch)) return patch;
  const { request } = context;
  const isWhole = group.length === request.imp.length && group.every(({ imp }, index) => imp === request.imp[index]);
  if (isWhole && !patch) return request;
  const imp: readonly SharedImp[] = group.map((slot) => slot.imp);
  return { ...request, imp, ...patch };
}
