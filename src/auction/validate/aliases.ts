/** `ext.srv.aliases` and `aliasgvlids`. */
import type { BidderRegistry } from '#src/bidders/registry.ts';
import { isUnsafeKey } from '#src/json/merge.ts';
import type { RequestSrv } from '#src/openrtb/ext.ts';
import type { Auction } from '../auction.ts';
import type { Services } from '../services.ts';

/**
 * Replaces the targets in `aliases` by their canonical spelling, in place.
 * @returns the error message for the first invalid alias
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

/** Vendor ids belong to aliases of the request and are positive. @param isAlias case-sensitive by default */
export function gvlidError(
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

/** The rule: aliases are validated and stored in `auction.aliases`. */
export function checkAliases(auction: Auction, { bidders }: Services): string | undefined {
  const srv = auction.request.ext?.srv;
  if (!srv?.aliases) return srv && gvlidError(srv);
  const error = normaliseAliases(srv.aliases, bidders) ?? gvlidError(srv);
  if (error) return error;
  for (const [alias, target] of Object.entries(srv.aliases)) auction.aliases.set(alias, target);
  return undefined;
}
