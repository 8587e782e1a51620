/** The request half of every adapter: before → imps → groups → one call per group. */
import type { ZodType } from 'zod';
import type { BidderError, Builder, Call, MadeRequests, RequestInfo, SharedRequest } from '../bidder.ts';
import { isAborting, isError } from '../errors.ts';
import { one } from './fan-out.ts';
import { headersMaker } from './headers.ts';
import { impReader, type ReadImps } from './imps.ts';
import type { KitDialect, KitInstance } from './kit-dialect.ts';
import { compileTemplate, escapeOf } from './macros.ts';
import type { Group, RequestContext, SharedImp, TrafficSpec } from './spec.ts';

export type MakeRequests = (request: SharedRequest, info: RequestInfo) => MadeRequests;
type MakeCall<P, T> = (group: Group<P>, context: RequestContext<T>) => Call | BidderError;
type MakeBody<P, T> = (group: Group<P>, context: RequestContext<T>) => Call['body'] | BidderError;

const endedWith = (...errors: readonly BidderError[]): MadeRequests => ({ calls: [], errors });

/** The `makeRequests` of an adapter with this spec. @param params schema of its params */
export function requestMaker<P, T>(spec: TrafficSpec<P, T>, params: ZodType, { builder, setup, dialect }: KitInstance<T>): MakeRequests {
  const readImps = impReader(spec, params);
  const makeCall = callMaker(spec, builder, dialect);
  const { whenEmpty } = spec;
  return (request, info) => {
    if (whenEmpty && request.imp.length === 0) return endedWith(whenEmpty);
    const errors: BidderError[] = [];
    const arrived: RequestContext<T> = { request, info, builder, setup, errors };
    const changed = spec.before?.(arrived);
    if (isError(changed)) return endedWith(...errors, changed);
    const context = changed ? { ...arrived, request: { ...request, ...changed } } : arrived;
    const read = readImps(context);
    return read.ended ? endedWith(...read.ended) : makeCalls(spec, read, context, makeCall);
  };
}

function makeCalls<P, T>(spec: TrafficSpec<P, T>, read: ReadImps<P>, context: RequestContext<T>, makeCall: MakeCall<P, T>): MadeRequests {
  const { imps } = read;
  const { errors } = context;
  if (spec.calls) {
    const made = spec.calls(imps, context);
    return { calls: made.calls, errors: [...reported(spec, read, errors, made.calls.length), ...made.errors] };
  }
  if (imps.length === 0 && !spec.callWithoutImps) {
    const missing = spec.noImps?.(context);
    if (missing && spec.noImpsOnly) return endedWith(missing);
    const left = reported(spec, read, errors, 0);
    return missing ? endedWith(...left, missing) : endedWith(...left);
  }
  const groups = (spec.fanout ?? one)(imps, context);
  if (isError(groups)) return endedWith(...(isAborting(groups) ? [] : errors), groups);
  const calls: Call[] = [];
  for (const group of groups) {
    const call = makeCall(group, context);
    if (!isError(call)) calls.push(call);
    else if (isAborting(call)) return endedWith(call);
    else errors.push(call);
  }
  return { calls, errors: reported(spec, read, errors, calls.length) };
}

/** The errors that are reported, by `reportImpErrors`. */
function reported<P, T>(
  { reportImpErrors = 'always' }: TrafficSpec<P, T>,
  { dropped }: ReadImps<P>,
  errors: readonly BidderError[],
  calls: number,
): readonly BidderError[] {
  const areLost = reportImpErrors === 'never' || (reportImpErrors === 'without-calls' && calls > 0);
  return areLost ? errors.filter((error) => !dropped.has(error)) : errors;
}

/** Makes one group's call; an error affects the group only. */
function callMaker<P, T>(spec: TrafficSpec<P, T>, builder: Builder, dialect: KitDialect): MakeCall<P, T> {
  const makeUri = spec.uri ?? filledEndpoint(spec, builder.endpoint, dialect);
  const makeBody = bodyMaker(spec);
  const makeHeaders = headersMaker(spec, dialect);
  const impIdsOf = impIdReader(spec);
  const method = spec.method ?? 'POST';
  return (group, context) => {
    const uri = makeUri(group, context);
    if (isError(uri)) return uri;
    const body = makeBody(group, context);
    if (isError(body)) return body;
    return { method, uri, headers: makeHeaders(group, context), body, impIds: impIdsOf(group, context) };
  };
}

/** The endpoint with the values of its macros. */
function filledEndpoint<P, T>(
  spec: TrafficSpec<P, T>,
  template: string,
  { encodesMacros }: KitDialect,
): NonNullable<TrafficSpec<P, T>['uri']> {
  const fill = compileTemplate(template, escapeOf(encodesMacros ? 'percent' : spec.escapeMacros));
  const { macros } = spec;
  return ([first], context) => {
    const values = first && macros ? macros(first, context) : {};
    return isError(values) ? values : fill(values);
  };
}

function impIdReader<P, T>({ impIds = 'sent' }: TrafficSpec<P, T>): (group: Group<P>, context: RequestContext<T>) => readonly string[] {
  if (impIds === 'sent') return (group) => group.map(({ imp }) => imp.id);
  return impIds === 'request' ? (_, { request }) => request.imp.map(({ id }) => id) : impIds;
}

function bodyMaker<P, T>(spec: TrafficSpec<P, T>): MakeBody<P, T> {
  if (spec.body) return spec.body;
  const { editBody } = spec;
  if (!editBody) return (group, context) => requestBody(spec, group, context);
  return (group, context) => {
    const body = requestBody(spec, group, context);
    return isError(body) ? body : editBody(body, group, context);
  };
}

/** The request with the group's imps; the same request if nothing differs. */
function requestBody<P, T>(spec: TrafficSpec<P, T>, group: Group<P>, context: RequestContext<T>): SharedRequest | BidderError {
  const patch = spec.request?.(group, context);
  if (isError(patch)) return patch;
  const { request } = context;
  const isComplete = group.length === request.imp.length && group.every(({ imp }, index) => imp === request.imp[index]);
  if (isComplete && !patch) return request;
  const imp: readonly SharedImp[] = group.map((item) => item.imp);
  return { ...request, imp, ...patch };
}
