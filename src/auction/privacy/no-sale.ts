/** `ext.srv.nosale`: the bidders a publisher sells nothing to, so that a US opt-out does not concern them. */
import type { RequestExt } from '#src/wire/ext.ts';
import { isObject } from '#src/wire/merge.ts';

/** Exempt bidders by the names the request uses (case counts). */
export interface NoSale {
  readonly all: boolean;
  readonly bidders: ReadonlySet<string>;
}

const nobody: NoSale = { all: false, bidders: new Set() };
const everybody: NoSale = { all: true, bidders: new Set() };
const ALL = '*';

/** The list as written (`nosale`, or `no-sale` as the seed spells it); undefined: none; a fault where it is no list of texts. */
export function noSaleBidders(ext: unknown): readonly string[] | undefined | { readonly fault: string } {
  if (ext === undefined || ext === null) return undefined;
  if (!isObject(ext)) return { fault: 'request.ext must be an object' };
  const { srv } = ext;
  if (srv === undefined || srv === null) return undefined;
  if (!isObject(srv)) return { fault: 'request.ext.srv must be an object' };
  const list = srv['nosale'] ?? srv['no-sale'];
  if (list === undefined || list === null) return undefined;
  if (!Array.isArray(list) || !list.every((item) => typeof item === 'string')) {
    return { fault: 'request.ext.srv.nosale must be an array of strings' };
  }
  return list;
}

/** Why a list is refused, without the path in front; undefined when it is good. `isBidder`: core bidders and this request's aliases. */
export function noSaleFault(bidders: readonly string[], isBidder: (name: string) => boolean): string | undefined {
  if (bidders.length === 1 && bidders[0] === ALL) return undefined;
  for (const bidder of bidders) {
    if (bidder === ALL) return 'can only specify all bidders if no other bidders are provided';
    if (!isBidder(bidder)) return `unrecognized bidder '${bidder}'`;
  }
  return undefined;
}

/** The list made ready to be asked. */
export function toNoSale(bidders: readonly string[] | undefined): NoSale {
  if (!bidders || bidders.length === 0) return nobody;
  return bidders.includes(ALL) ? everybody : { all: false, bidders: new Set(bidders) };
}

/** What the request's own list exempts; one that cannot be read exempts nobody. */
export function readNoSale(ext: RequestExt | undefined): NoSale {
  const bidders = noSaleBidders(ext);
  return bidders && 'fault' in bidders ? nobody : toNoSale(bidders);
}

/** Whether a valid opt-out concerns this bidder. */
export const concernsSale = (optedOut: boolean, noSale: NoSale, bidder: string): boolean =>
  optedOut && !noSale.all && !noSale.bidders.has(bidder);

/** The extension with the list put in place of any other; a fault where `ext` or `ext.srv` is no object. */
export function withNoSale(ext: unknown, bidders: readonly string[]): RequestExt | { readonly fault: string } {
  const found = isObject(ext) ? ext['srv'] : undefined;
  if (ext !== undefined && ext !== null && !isObject(ext)) return { fault: 'request.ext must be an object' };
  if (found !== undefined && found !== null && !isObject(found)) return { fault: 'request.ext.srv must be an object' };
  return { ...ext, srv: { ...found, nosale: [...bidders] } };
}
