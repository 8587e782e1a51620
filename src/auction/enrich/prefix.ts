/** The prefix of targeting keys. */

import { CODES } from '#src/bidders/errors.ts';
import { WARN } from '../diagnostics.ts';

const DEFAULT_PREFIX = 'hb';
/** Length of the longest key name after the prefix that must never be truncated. */
const MIN_KEY_LENGTH = 12;
/** Max key length in bytes where nothing else is set. */
export const DEFAULT_LIMIT = 20;

export interface KeyPrefix {
  readonly prefix: string;
  /** `of`: the bidder or name the warning belongs to, if not the request. */
  readonly warnings: readonly { readonly code: number; readonly message: string; readonly of?: string }[];
}

const TOO_SHORT = {
  code: WARN.prefixTooShort,
  message: "targeting prefix is shorter than 'MinKeyLength' value: increase prefix length",
};
const TOO_LONG = {
  code: WARN.prefixTooLong,
  message:
    "targeting prefix combined with key attribute is longer than 'settings.targeting.truncate-attr-chars' value: decrease prefix length or increase truncate-attr-chars",
};

/**
 * The request's prefix, else the account's, else `hb`, provided it leaves room for the key names.
 * @param limit the account's max key length in bytes; undefined: the default of 20
 */
export function keyPrefix(requested: string | undefined, ofAccount: string, limit: number | undefined): KeyPrefix {
  const wanted = requested || ofAccount || DEFAULT_PREFIX;
  const warnings = limit !== undefined && limit < MIN_KEY_LENGTH ? [TOO_SHORT] : [];
  const longest = (limit !== undefined && limit > MIN_KEY_LENGTH ? limit : DEFAULT_LIMIT) - MIN_KEY_LENGTH;
  if (wanted.length > longest) return { prefix: DEFAULT_PREFIX, warnings: [...warnings, TOO_LONG] };
  return { prefix: warnings.length > 0 ? DEFAULT_PREFIX : wanted, warnings };
}

/** Length of the longest key name after the prefix (Java variant). */
const LONGEST_NAME = 11;

/** The same by the Java variant's rule. @param limit max key length in bytes; 0: none */
export function javaKeyPrefix(requested: string | undefined, ofAccount: string, limit: number): KeyPrefix {
  const wanted = requested || ofAccount || DEFAULT_PREFIX;
  const over = limit === 0 || wanted === DEFAULT_PREFIX ? 0 : wanted.length + LONGEST_NAME - limit;
  if (over <= 0) return { prefix: wanted, warnings: [] };
  const message = `Key prefix value is dropped to default. Decrease custom prefix length or increase truncateattrchars by ${over}`;
  return { prefix: DEFAULT_PREFIX, warnings: [{ code: CODES.badInput, message, of: 'targeting' }] };
}
