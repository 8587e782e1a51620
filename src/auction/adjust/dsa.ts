/** Transparency of ads under the Digital Services Act: may a bid be shown on these terms (auction-exchange.md 7.6). */

import type { DsaDialect } from '#src/dialect/dialect.ts';
import { isObject } from '#src/wire/merge.ts';
import type { Bid, BidRequest, DeepReadonly } from '#src/wire/ortb.ts';

const MAX_CHARS = 100;

type Dsa = { readonly [member: string]: unknown };

const asDsa = (value: unknown): Dsa | undefined => (isObject(value) ? value : undefined);

const isText = (value: unknown): boolean => value === undefined || value === null || typeof value === 'string';

/** A bid's object; one whose members are of the wrong type cannot be read and counts as none. */
function bidDsa(value: unknown): Dsa | undefined {
  const dsa = asDsa(value);
  if (!dsa) return undefined;
  const { behalf, paid, adrender } = { behalf: dsa['behalf'], paid: dsa['paid'], adrender: dsa['adrender'] };
  const isRead = isText(behalf) && isText(paid) && (adrender === undefined || adrender === null || Number.isInteger(adrender));
  return isRead ? dsa : undefined;
}

/** Whether the publisher takes no bid without the object (`dsarequired` 2 or 3). */
export const isDsaRequired = (dsa: unknown): boolean => {
  const required = asDsa(dsa)?.['dsarequired'];
  return required === 2 || required === 3;
};

/**
 * Why a bid is not acceptable; undefined when it is.
 */
export function checkDsa(
  bid: DeepReadonly<Pick<Bid, 'ext'>>,
  request: DeepReadonly<Pick<BidRequest, 'regs'>>,
  dialect: Pick<DsaDialect, 'lengthOf' | 'comparesRendering'>,
): string | undefined {
  const wanted = asDsa(request.regs?.ext?.dsa);
  const given = bidDsa(bid.ext?.['dsa']);
  const required = isDsaRequired(wanted);
  if (!given) return required ? 'DSA object missing when required' : undefined;
  for (const member of ['behalf', 'paid']) {
    const text = given[member];
    if (typeof text === 'string' && dialect.lengthOf(text) > MAX_CHARS) return `DSA ${member} exceeds limit of ${MAX_CHARS} chars`;
  }
  const { pubrender, adrender } = { pubrender: wanted?.['pubrender'], adrender: given['adrender'] };
  if (!dialect.comparesRendering(required, adrender)) return undefined;
  if (pubrender === 0 && adrender !== 1) return 'DSA publisher and buyer both signal will not render';
  if (pubrender === 2 && adrender === 1) return 'DSA publisher and buyer both signal will render';
  return undefined;
}
