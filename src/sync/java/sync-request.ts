/** The body of `POST /cookie_sync` in the Java variant: loosely typed, never rejected for its privacy strings. */

import { parseJsonObject } from '#src/json/parse.ts';
import type { Result } from '#src/lang/result.ts';
import { type CookieSyncRequest, SYNC_REQUEST } from '../cookie-sync-request.ts';
import { parseTypeFilter, type TypeFilter } from '../filters.ts';

const UNREADABLE = { error: 'Request body cannot be parsed' };

export interface JavaSyncRequest {
  readonly request: CookieSyncRequest;
  readonly filter: TypeFilter;
}

/** The request in a body. A filter without bidders applies to all of them. */
export function parseJavaSyncRequest(body: string): Result<JavaSyncRequest> {
  if (body.trim() === '') return { error: 'Request has no body' };
  const json = parseJsonObject(body);
  // Section ids are text, never coerced.
  if (!json || !isStringOrAbsent(json['gpp_sid']) || SYNC_REQUEST.check(json, {}, '', true)) return UNREADABLE;
  const request = json as CookieSyncRequest;
  const { iframe, image } = request.filterSettings ?? {};
  const filter = parseTypeFilter({ iframe: iframe && withBidders(iframe), image: image && withBidders(image) });
  return 'error' in filter ? UNREADABLE : { value: { request, filter: filter.value } };
}

/** A filter with its bidders; default all. */
const withBidders = <T extends { bidders?: unknown }>(settings: T): T => ({ ...settings, bidders: settings.bidders ?? '*' });

const isStringOrAbsent = (value: unknown): boolean => value === undefined || value === null || typeof value === 'string';
