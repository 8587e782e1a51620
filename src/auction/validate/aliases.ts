/** `ext.srv.aliases` and `aliasgvlids` (auction-request.md 12.2, rows 7 to 12). */
import type { BidderRegistry } from '#src/bidders/registry.ts';
import type { RequestSrv } from '#src/wire/ext.ts';
import { isUnsafeKey } from '#src/wire/merge.ts';
import type { Auction } from '../auction.ts';
import type { Services } from '../services.ts';

/**
 * Puts the targets' proper spelling into `aliases`, in place.
 * @returns the text about the first alias that cannot be
 */
export function normaliseAliases(
  aliases: { [alias: string]: string },
  bidders: Pick<BidderRegistry, 'active' | 'known'>,
): string | undefined {
  for (const alias in aliases) {
    const target = aliases[alias] ?? '';
    const text = (problem: string): string => `request.ext.srv.aliases.${alias} ${problem}`;
    const known = bidders.known(target);
    if (known?.info.whiteLabelOnly) return text(`refers to a bidder that cannot be aliased: ${target}`);
    if (known && !bidders.active(target)) return text(`refers to disabled bidder: ${target}`);
    if (!known) return text(`refers to unknown bidder: ${target}`);
    if (known.code === alias) return text('defines a no-op alias. Choose a different alias, or remove this entry.');
    if (!isUnsafeKey(alias)) aliases[alias] = known.code;
  }
  return undefined;
}

type Given = Pick<RequestSrv, 'aliases' | 'aliasgvlids'>;

/** Vendor ids belong to aliases of the request and are above 0. @param isAlias in exact case, unless said otherwise */
export function gvlidFault(
  { aliases = {}, aliasgvlids = {} }: Given,
  isAlias = (name: string): boolean => Object.hasOwn(aliases, name),
): string | undefined {
  for (const [alias, id] of Object.entries(aliasgvlids)) {
    const text = 'request.ext.srv.aliasgvlids.';
    if (!isAlias(alias)) return `${text} vendorId ${id} refers to unknown bidder alias: ${alias}`;
    if (id < 1) return `${text} Invalid vendorId ${id} for alias: ${alias}. Choose a different vendorId, or remove this entry.`;
  }
  return undefined;
}

/** The rule: aliases checked and kept in `auction.aliases`. */
export function checkAliases(auction: Auction, { bidders }: Services): string | undefined {
  const srv = auction.request.ext?.srv;
  if (!srv?.aliases) return srv && gvlidFault(srv);
  const fault = normaliseAliases(srv.aliases, bidders) ?? gvlidFault(srv);
  if (fault) return fault;
  for (const [alias, target] of Object.entries(srv.aliases)) auction.aliases.set(alias, target);
  return undefined;
}
