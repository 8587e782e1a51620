/** Merges stored request, default request and stored imps under the body (docs/stages/validate.md#stored-data). */

import { copyJson, dropNulls, isObject, mergePatch } from '#src/json/merge.ts';
import type { Result } from '#src/lang/result.ts';
import type { Ext, ImpExt } from '#src/openrtb/ext.ts';
import type { Auction, ImpContext } from '../auction.ts';
import { invalid } from '../rejection.ts';
import type { Services } from '../services.ts';
import { parseObject } from './parse.ts';

export interface MergeInput {
  /** Consumed, like `storedRequest`. */
  readonly body: Ext;
  readonly storedRequest?: Ext | undefined;
  /** Stored imp id of each imp of the body. */
  readonly storedImpIds: readonly (string | undefined)[];
  readonly storedImps: ReadonlyMap<string, string>;
  /** Never modified. */
  readonly defaultRequest?: Ext | undefined;
  /** Nulls of the body delete no stored values. */
  readonly dropNulls: boolean;
  /** The default request is merged only under requests that name stored data. */
  readonly defaultUnderStoredOnly: boolean;
  /** Imps without an id are allowed: they receive one later. */
  readonly idsOptional?: boolean | undefined;
  /** The message for a stored imp that is not a JSON object. */
  unreadableImp(id: string, error: string): string;
}

export interface MergedRequest {
  readonly request: Ext;
  readonly imps: ReadonlyMap<string, ImpContext>;
}

/** The merged request; the body overrides stored data, stored data the default. Imp context is stored by the merged imps' ids. */
export function mergeStored(input: MergeInput): Result<MergedRequest> {
  const { body, storedRequest, dropNulls: dropsNulls, defaultUnderStoredOnly } = input;
  const anyStored = storedRequest !== undefined || input.storedImpIds.some((id) => id !== undefined);
  if (dropsNulls && anyStored) dropNulls(body);
  const imps = mergeImps(input);
  if ('error' in imps) return imps;
  const { merged, contexts } = imps.value;
  let request = storedRequest ? mergePatch(storedRequest, body) : body;
  if (input.defaultRequest && (anyStored || !defaultUnderStoredOnly)) request = mergePatch(copyJson(input.defaultRequest), request);
  const full = request as Ext;
  if (merged) full['imp'] = merged;
  return { value: { request: full, imps: contexts } };
}

/** Max characters of a caller's value quoted in a message. */
const MAX_QUOTE_CHARS = 100;

type MergedImps = { readonly merged?: unknown[]; readonly contexts: ReadonlyMap<string, ImpContext> };

/** The body's imps merged over their stored ones, or the error of one of them. */
function mergeImps(input: MergeInput): Result<MergedImps> {
  const { body, storedImpIds, idsOptional } = input;
  const imps = body['imp'];
  const contexts = new Map<string, ImpContext>();
  if (!Array.isArray(imps) || imps.length === 0) return { value: { contexts } };
  const merged: unknown[] = [];
  for (let i = 0; i < imps.length; i++) {
    const imp: unknown = imps[i];
    const storedId = storedImpIds[i];
    const result = storedId === undefined ? { value: { imp, echo: false } } : overStored(imp, storedId, input);
    if ('error' in result) return result;
    const { imp: full, echo, storedImp } = result.value;
    merged.push(full);
    const id = isObject(full) ? full['id'] : undefined;
    if (typeof id === 'string') contexts.set(id, { echoVideoAttrs: echo, storedImp, passthrough: srvOf(full)?.passthrough });
    else if (!idsOptional) return { error: idError(id, i, storedId !== undefined) };
  }
  return { value: { merged, contexts } };
}

function idError(id: unknown, index: number, isStored: boolean): string {
  if (id !== undefined) return `Value is not a string: ${JSON.stringify(id).slice(0, MAX_QUOTE_CHARS)}`;
  return isStored ? 'Key path not found' : `request.imp[${index}] missing required field: "id"\n`;
}

const srvOf = (imp: unknown): ImpExt['srv'] => {
  const ext = isObject(imp) ? imp['ext'] : undefined;
  const srv = isObject(ext) ? ext['srv'] : undefined;
  return isObject(srv) ? srv : undefined;
};

type OverStored = { readonly imp: unknown; readonly echo: boolean; readonly storedImp?: Ext | undefined };

function overStored(imp: unknown, id: string, { storedImps, unreadableImp }: MergeInput): Result<OverStored> {
  const json = storedImps.get(id) ?? '';
  const base = parseObject(json);
  if ('error' in base) return { error: unreadableImp(id, base.error) };
  const echo = srvOf(imp)?.options?.echovideoattrs === true;
  // The merge consumes the stored imp.
  const storedImp = copyJson(base.value);
  return { value: { imp: mergePatch(base.value, imp), echo, storedImp } };
}

const MACRO = '{{UUID}}';

/** Merges the fetched data; the result is `auction.body`, and `auction.imps` for the context of its imps. */
export function mergeBody(auction: Auction, services: Services): void {
  const { body, input } = auction;
  const { config, random, dialect, defaultRequest } = services;
  const { rules } = config;
  const storedId = input.storedRequest?.['id'];
  const isApp = 'app' in body || (rules.storedInventoryCounts && input.storedRequest !== undefined && 'app' in input.storedRequest);
  const merged = mergeStored({
    ...input,
    body,
    defaultRequest,
    dropNulls: rules.ignoreNullsOverStored,
    defaultUnderStoredOnly: rules.defaultUnderStoredOnly,
    idsOptional: rules.generateImpIds,
    unreadableImp: dialect.stored.unreadableImp,
  });
  if ('error' in merged) {
    auction.rejection = invalid(dialect.stored.unmerged(merged.error));
    return;
  }
  const { request, imps } = merged.value;
  for (const [id, context] of imps) auction.imps.set(id, context);
  auction.body = request;
  const hasStored = input.storedRequestId !== undefined;
  const countsAsStored = hasStored || (rules.storedImpsRenewIds && input.storedImpIds.some((id) => id !== undefined));
  const regenerate =
    (countsAsStored && config.generate_request_id && isApp) || (rules.storedMacroRenewsId && hasStored && storedId === MACRO);
  giveId(request, regenerate, config.generate_request_id, random.uuid);
}

/** The request's id: new if it must be regenerated or is missing on a host that generates ids; a macro in it is replaced. */
function giveId(request: Ext, regenerate: boolean, generate: boolean, uuid: () => string): void {
  const { id } = request;
  if (regenerate || (generate && (id === undefined || id === ''))) request['id'] = uuid();
  else if (typeof id === 'string' && id.includes(MACRO)) request['id'] = id.replaceAll(MACRO, uuid);
}
