/** Stored profiles named by a request or its imps, merged in list order. */

import { CODES } from '#src/bidders/errors.ts';
import { isObject, mergePatch } from '#src/json/merge.ts';
import type { Result } from '#src/lang/result.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { Auction } from '../auction.ts';
import { OWN } from '../diagnostics.ts';
import { invalid } from '../rejection.ts';
import type { Services } from '../services.ts';
import type { Found } from '../stored-data.ts';
import { parseObject } from './parse.ts';

interface Wanted {
  readonly request: readonly string[];
  /** By index of the imp. */
  readonly imps: readonly (readonly string[])[];
  readonly isTruncated: boolean;
}

/** The body is not decoded yet: a single id counts as a list. */
const listed = (holder: unknown): string[] => {
  const ext = isObject(holder) ? holder['ext'] : undefined;
  const srv = isObject(ext) ? ext['srv'] : undefined;
  const ids = isObject(srv) ? srv['profiles'] : undefined;
  return (Array.isArray(ids) ? ids : [ids]).filter((id) => typeof id === 'string');
};

/** The named profiles up to the limit: an imp may use the number the request leaves. */
function wantedProfiles(body: Ext, limit: number): Wanted {
  const all = listed(body);
  const request = all.slice(0, limit);
  const imps = (Array.isArray(body['imp']) ? body['imp'] : []).map(listed);
  const left = limit - request.length;
  return { request, imps: imps.map((ids) => ids.slice(0, left)), isTruncated: all.length > limit || imps.some((ids) => ids.length > left) };
}

type Profile = { readonly kind: string; readonly wins: boolean; readonly body: unknown };

function readProfile(json: string): Profile | undefined {
  const parsed = parseObject(json);
  if ('error' in parsed) return undefined;
  const { type, mergeprecedence, body } = parsed.value;
  return { kind: type === 'imp' ? 'imp' : 'request', wins: mergeprecedence === 'profile', body };
}

/** Merges profiles of one kind into the target. @returns the merged target, or why one of them cannot be merged */
function mergeProfiles(target: unknown, kind: 'request' | 'imp', ids: readonly string[], documents: Found['documents']): Result<unknown> {
  let value = target;
  for (const id of ids) {
    const json = documents.get(id);
    // Parsed again each time: the merge consumes it.
    const profile = json === undefined ? undefined : readProfile(json);
    if (!profile || profile.kind !== kind) continue;
    if (!isObject(profile.body) || !isObject(value)) {
      return { error: `Can't merge with profile ${id}: One of the merge arguments is not an object.` };
    }
    value = profile.wins ? mergePatch(value, profile.body) : mergePatch(profile.body, value);
  }
  return { value };
}

/** The step: waits only if the store does. */
export function applyProfiles(auction: Auction, services: Services): void | Promise<void> {
  const { body, account } = auction;
  const limit = account.profiles.limit ?? services.config.profiles.limit;
  const wanted = wantedProfiles(body, limit);
  if (wanted.isTruncated) auction.diagnostics.warn(OWN, CODES.unknown, 'Profiles exceeded the limit.', { debugOnly: true });
  const ids = [...new Set([...wanted.request, ...wanted.imps.flat()])];
  if (ids.length === 0) return;
  const found = services.stored.find('profile', ids, services.config.profiles.timeout_ms, auction.accountId || undefined, auction.abort);
  if (found instanceof Promise) return found.then((later) => merge(auction, services, wanted, later));
  merge(auction, services, wanted, found);
}

function merge(auction: Auction, { config }: Services, wanted: Wanted, { documents, errors }: Found): void {
  const fails = auction.account.profiles.fail_on_unknown ?? config.profiles.fail_on_unknown;
  if (errors.length > 0 && fails) {
    auction.rejection = invalid(`Error during processing profiles: ${errors.join('; ')}`);
    return;
  }
  for (const message of errors) auction.diagnostics.warn(OWN, CODES.unknown, message, { debugOnly: true });
  const imps = auction.body['imp'];
  if (Array.isArray(imps)) {
    for (const [i, ids] of wanted.imps.entries()) {
      const merged = mergeProfiles(imps[i], 'imp', ids, documents);
      if ('error' in merged) auction.rejection ??= invalid(merged.error);
      else imps[i] = merged.value;
    }
  }
  const merged = mergeProfiles(auction.body, 'request', wanted.request, documents);
  if ('error' in merged) auction.rejection ??= invalid(merged.error);
  else auction.body = merged.value as Ext;
}
