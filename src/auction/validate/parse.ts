/** Parses JSON of callers or storage into an object with our extension key. */

import { notAnObject } from '#src/json/checks.ts';
import { isObject } from '#src/json/merge.ts';
import { MAX_NESTING, nestsDeeper } from '#src/json/nesting.ts';
import { malformedObject } from '#src/json/parse.ts';
import type { Failure } from '#src/lang/result.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import { type ExtKey, normaliseExt } from '#src/openrtb/rename.ts';
import type { Auction } from '../auction.ts';
import { invalid } from '../rejection.ts';
import type { Services } from '../services.ts';
import { releaseBody } from './body.ts';

/** A `Result` with the extension key beside the value. */
export type Parsed = { readonly value: Ext; readonly extKey: ExtKey | undefined } | Failure;

/**
 * One JSON document whose top level is an object (`null` counts as an empty one).
 * @returns the object and the extension key it uses (undefined: none), or an error message
 */
export function parseObject(json: string): Parsed {
  try {
    const value: unknown = JSON.parse(json);
    if (value === null) return { value: {}, extKey: undefined };
    if (!isObject(value)) return { error: notAnObject(value) };
    if (nestsDeeper(value)) return { error: `JSON is nested deeper than ${MAX_NESTING} levels` };
    if (json.includes('"prebid"') && normaliseExt(value)) return { value, extKey: 'prebid' };
    return { value, extKey: json.includes('"srv"') ? 'srv' : undefined };
  } catch (cause) {
    return { error: malformedObject(json, cause) };
  }
}

/** The extension key of a request that uses neither: the one that bidders and clients know (decisions row 54). */
export const DEFAULT_EXT_KEY: ExtKey = 'prebid';

/** Parses the body into `auction.body`; its extension key is recorded for the response. */
export function parseBody(auction: Auction, services: Services): void {
  const body = releaseBody(auction, services);
  const { emptyBody, unreadableBody } = services.dialect.validate;
  if (body === '' && emptyBody !== undefined) {
    auction.rejection = invalid(emptyBody);
    return;
  }
  const parsed = parseObject(body);
  if ('error' in parsed) {
    auction.rejection = invalid(unreadableBody(parsed.error));
    return;
  }
  auction.body = parsed.value;
  auction.extKey = parsed.extKey ?? DEFAULT_EXT_KEY;
}
