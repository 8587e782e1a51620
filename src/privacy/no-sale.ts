/** `ext.srv.nosale`: bidders to which a publisher's data is not sold, so that a US opt-out does not affect them. */

import { isObject } from '#src/json/merge.ts';
import type { Result } from '#src/lang/result.ts';
import type { RequestExt } from '#src/openrtb/ext.ts';

/** Exempt bidders by their names in the request (case-sensitive). */
export interface NoSale {
  readonly all: boolean;
  readonly bidders: ReadonlySet<string>;
}

const NONE_EXEMPT: NoSale = { all: false, bidders: new Set() };
const ALL_EXEMPT: NoSale = { all: true, bidders: new Set() };
const ALL = '*';
const NO_LIST = { value: undefined } as const;

/** The list as written (`nosale` or `no-sale`); undefined: none; an error if it is not a list of strings. */
export function noSaleBidders(ext: unknown): Result<readonly string[] | undefined> {
  if (ext === undefined || ext === null) return NO_LIST;
  if (!isObject(ext)) return { error: 'request.ext must be an object' };
  const { srv } = ext;
  if (srv === undefined || srv === null) return NO_LIST;
  if (!isObject(srv)) return { error: 'request.ext.srv must be an object' };
  const list = srv['nosale'] ?? srv['no-sale'];
  if (list === undefined || list === null) return NO_LIST;
  if (!Array.isArray(list) || !list.every((item) => typeof item === 'string')) {
    return { error: 'request.ext.srv.nosale must be an array of strings' };
  }
  return { value: list };
}

/** Why a list is invalid, without the path prefix; undefined if it is valid. `isBidder`: core bidders and this request's aliases. */
export function noSaleError(bidders: readonly string[], isBidder: (name: string) => boolean): string | undefined {
  if (bidders.length === 1 && bidders[0] === ALL) return undefined;
  for (const bidder of bidders) {
    if (bidder === ALL) return 'can only specify all bidders if no other bidders are provided';
    if (!isBidder(bidder)) return `unrecognized bidder '${bidder}'`;
  }
  return undefined;
}

/** Compiles the list. */
export function toNoSale(bidders: readonly string[] | undefined): NoSale {
  if (!bidders || bidders.length === 0) return NONE_EXEMPT;
  return bidders.includes(ALL) ? ALL_EXEMPT : { all: false, bidders: new Set(bidders) };
}

/** The exemptions of the request's own list; a malformed one exempts no bidder. */
export function readNoSale(ext: RequestExt | undefined): NoSale {
  const bidders = noSaleBidders(ext);
  return 'error' in bidders ? NONE_EXEMPT : toNoSale(bidders.value);
}

/** Whether a valid opt-out affects this bidder. */
export const concernsSale = (optedOut: boolean, noSale: NoSale, bidder: string): boolean =>
  optedOut && !noSale.all && !noSale.bidders.has(bidder);

/** The extension with its list replaced; an error if `ext` or `ext.srv` is not an object. */
export function withNoSale(ext: unknown, bidders: readonly string[]): Result<RequestExt> {
  const found = isObject(ext) ? ext['srv'] : undefined;
  if (ext !== undefined && ext !== null && !isObject(ext)) return { error: 'request.ext must be an object' };
  if (found !== undefined && found !== null && !isObject(found)) return { error: 'request.ext.srv must be an object' };
  return { value: { ...ext, srv: { ...found, nosale: [...bidders] } } };
}
