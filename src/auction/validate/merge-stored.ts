/** Stored request, default request and stored imps laid under the body (auction-request.md 4.4 and 4.5). */
import type { Ext, ImpExt } from '#src/wire/ext.ts';
import { copyJson, dropNulls, isObject, mergePatch } from '#src/wire/merge.ts';
import { invalid } from '#src/wire/refusal.ts';
import type { Auction, ImpFacts } from '../auction.ts';
import type { Services } from '../services.ts';
import { parseObject } from './parse.ts';

export interface MergeInput {
  /** Used up, like `storedRequest`. */
  readonly body: Ext;
  readonly storedRequest?: Ext | undefined;
  /** Stored imp id of each imp of the body. */
  readonly storedImpIds: readonly (string | undefined)[];
  readonly storedImps: ReadonlyMap<string, string>;
  /** Never written to. */
  readonly defaultRequest?: Ext | undefined;
  /** Nulls of the body delete nothing of what is stored. */
  readonly dropNulls: boolean;
  /** The default request lies only under requests that name stored data. */
  readonly defaultUnderStoredOnly: boolean;
  /** Imps without an id are let through: they get one later. */
  readonly idsOptional?: boolean | undefined;
}

export type Merged = { readonly request: Ext; readonly imps: ReadonlyMap<string, ImpFacts> } | { readonly error: string };

/** All of it merged; the body wins over stored data, stored data over the default. Facts are kept by the merged imps' ids. */
export function mergeStored(input: MergeInput): Merged {
  const { body, storedRequest, dropNulls: dropsNulls, defaultUnderStoredOnly } = input;
  const anyStored = storedRequest !== undefined || input.storedImpIds.some((id) => id !== undefined);
  if (dropsNulls && anyStored) dropNulls(body);
  const imps = mergeImps(input);
  if (typeof imps === 'string') return { error: imps };
  let request = storedRequest ? mergePatch(storedRequest, body) : body;
  if (input.defaultRequest && (anyStored || !defaultUnderStoredOnly)) request = mergePatch(copyJson(input.defaultRequest), request);
  const whole = request as Ext;
  if (imps.merged) whole['imp'] = imps.merged;
  return { request: whole, imps: imps.facts };
}

/** Characters of a caller's value that a text repeats. */
const LONGEST_QUOTE = 100;

type MergedImps = { readonly merged?: unknown[]; readonly facts: ReadonlyMap<string, ImpFacts> };

/** The body's imps over their stored ones, or the text of what is wrong with one of them. */
function mergeImps({ body, storedImpIds, storedImps, idsOptional }: MergeInput): MergedImps | string {
  const imps = body['imp'];
  const facts = new Map<string, ImpFacts>();
  if (!Array.isArray(imps) || imps.length === 0) return { facts };
  const merged: unknown[] = [];
  for (let i = 0; i < imps.length; i++) {
    const imp: unknown = imps[i];
    const storedId = storedImpIds[i];
    const result = storedId === undefined ? { imp, echo: false } : overStored(imp, storedId, storedImps);
    if (typeof result === 'string') return result;
    merged.push(result.imp);
    const id = isObject(result.imp) ? result.imp['id'] : undefined;
    if (typeof id === 'string') {
      facts.set(id, { echoVideoAttrs: result.echo, storedImp: result.storedImp, passthrough: srvOf(result.imp)?.passthrough });
    } else if (!idsOptional) {
      if (id !== undefined) return `Value is not a string: ${JSON.stringify(id).slice(0, LONGEST_QUOTE)}`;
      return storedId === undefined ? `request.imp[${i}] missing required field: "id"\n` : 'Key path not found';
    }
  }
  return { merged, facts };
}

const srvOf = (imp: unknown): ImpExt['srv'] => {
  const ext = isObject(imp) ? imp['ext'] : undefined;
  const srv = isObject(ext) ? ext['srv'] : undefined;
  return isObject(srv) ? srv : undefined;
};

type OverStored = { readonly imp: unknown; readonly echo: boolean; readonly storedImp?: Ext };

function overStored(imp: unknown, id: string, storedImps: ReadonlyMap<string, string>): OverStored | string {
  const text = storedImps.get(id) ?? '';
  const base = parseObject(text);
  const untouched = parseObject(text);
  if ('error' in base || 'error' in untouched) {
    return `imp.ext.srv.storedrequest.id ${id}: Stored Imp has Invalid JSON: ${'error' in base ? base.error : ''}`;
  }
  const echo = srvOf(imp)?.options?.echovideoattrs === true;
  return { imp: mergePatch(base.value, imp), echo, storedImp: untouched.value };
}

const MACRO = '{{UUID}}';

/** Merges what was fetched; the result stands in `auction.body`, what is known of its imps in `auction.imps`. */
export function mergeBody(auction: Auction, services: Services): void {
  const { body, intake } = auction;
  const { config, random, dialect, defaultRequest } = services;
  const { rules } = config;
  const storedId = intake.storedRequest?.['id'];
  const isApp = 'app' in body || (rules.storedInventoryCounts && intake.storedRequest !== undefined && 'app' in intake.storedRequest);
  const merged = mergeStored({
    ...intake,
    body,
    defaultRequest,
    dropNulls: rules.ignoreNullsOverStored,
    defaultUnderStoredOnly: rules.defaultUnderStoredOnly,
    idsOptional: rules.generateImpIds,
  });
  if ('error' in merged) {
    auction.refusal = invalid(dialect.stored.unmerged(merged.error));
    return;
  }
  for (const [id, facts] of merged.imps) auction.imps.set(id, facts);
  auction.body = merged.request;
  const again = intake.storedRequestId !== undefined && ((config.generate_request_id && isApp) || storedId === MACRO);
  giveId(merged.request, again, config.generate_request_id, random.uuid);
}

/**
 * The request's id (section 3; the specification's ID rules): new where it must be made again or is missing on a host
 * that makes ids; a macro in it is replaced.
 */
function giveId(request: Ext, again: boolean, generate: boolean, uuid: () => string): void {
  const { id } = request;
  if (again || (generate && (id === undefined || id === ''))) request['id'] = uuid();
  else if (typeof id === 'string' && id.includes(MACRO)) request['id'] = id.replaceAll(MACRO, uuid);
}
