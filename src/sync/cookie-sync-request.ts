/** The body of `POST /cookie_sync`. Unknown fields are ignored: browser clients send more. */

import { expectedObject, KINDS, type Kind, listOf, objectOf, shapeError } from '#src/json/checks.ts';
import { errorMessage } from '#src/lang/error-message.ts';
import type { Result } from '#src/lang/result.ts';

/** `filterSettings.iframe` or `.image`; `bidders` is checked by `filters.ts`. */
interface SideSettings {
  readonly bidders?: unknown;
  readonly filter?: string | undefined;
}

export interface CookieSyncRequest {
  readonly bidders?: readonly string[] | undefined;
  readonly gdpr?: number | undefined;
  readonly gdpr_consent?: string | undefined;
  readonly us_privacy?: string | undefined;
  readonly gpp?: string | undefined;
  readonly gpp_sid?: string | undefined;
  readonly limit?: number | undefined;
  readonly coopSync?: boolean | undefined;
  readonly filterSettings?: { readonly iframe?: SideSettings | undefined; readonly image?: SideSettings | undefined } | undefined;
  readonly account?: string | undefined;
  readonly debug?: boolean | undefined;
}

const fields = (kinds: { readonly [name: string]: Kind }): Kind => objectOf(() => new Map(Object.entries(kinds)));

const { b, i, j, s } = KINDS;
const SIDE = fields({ bidders: j, filter: s });

/** Types of the fields; the Java variant reads them leniently. */
export const SYNC_REQUEST = fields({
  bidders: listOf(s),
  gdpr: i,
  gdpr_consent: s,
  us_privacy: s,
  gpp: s,
  gpp_sid: s,
  limit: i,
  coopSync: b,
  filterSettings: fields({ iframe: SIDE, image: SIDE }),
  account: s,
  debug: b,
});

/** The request in a body, with fields in any letter case; `null` counts as empty. */
export function parseCookieSyncRequest(body: string): Result<CookieSyncRequest> {
  const first = body.trimStart()[0];
  if (first !== '{' && first !== 'n') return { error: `JSON parsing failed: ${expectedObject(first ?? '\u0000')}` };
  let json: unknown;
  try {
    json = JSON.parse(body) ?? {};
  } catch (cause) {
    return { error: `JSON parsing failed: ${errorMessage(cause)}` };
  }
  const error = SYNC_REQUEST.check(json, {}, '', false);
  return error ? { error: `JSON parsing failed: ${shapeError(error, 'request')}` } : { value: json as CookieSyncRequest };
}
