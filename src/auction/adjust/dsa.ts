/** Ad transparency under the Digital Services Act: whether a bid satisfies the publisher's terms. */

import type { DsaDialect } from '#src/dialect/contract/bids.ts';
import { isObject } from '#src/json/merge.ts';
import type { Bid, BidRequest, DeepReadonly } from '#src/openrtb/ortb.ts';

const MAX_CHARS = 100;

type Dsa = { readonly [field: string]: unknown };

const asDsa = (value: unknown): Dsa | undefined => (isObject(value) ? value : undefined);

const isString = (value: unknown): boolean => value === undefined || value === null || typeof value === 'string';

/** A bid's DSA object; one with fields of the wrong type counts as absent. */
function bidDsa(value: unknown): Dsa | undefined {
  const dsa = asDsa(value);
  if (!dsa) return undefined;
  const { behalf, paid, adrender } = { behalf: dsa['behalf'], paid: dsa['paid'], adrender: dsa['adrender'] };
  const isRead = isString(behalf) && isString(paid) && (adrender === undefined || adrender === null || Number.isInteger(adrender));
  return isRead ? dsa : undefined;
}

/** Whether the publisher requires the object (`dsarequired` 2 or 3). */
export const isDsaRequired = (dsa: unknown): boolean => {
  const required = asDsa(dsa)?.['dsarequired'];
  return required === 2 || required === 3;
};

/** Why a bid is not acceptable; undefined if it is. */
export function checkDsa(
  bid: DeepReadonly<Pick<Bid, 'ext'>>,
  request: DeepReadonly<Pick<BidRequest, 'regs'>>,
  dialect: Pick<DsaDialect, 'lengthOf' | 'comparesRendering'>,
): string | undefined {
  const wanted = asDsa(request.regs?.ext?.dsa);
  const given = bidDsa(bid.ext?.['dsa']);
  const required = isDsaRequired(wanted);
  if (!given) return required ? 'DSA object missing when required' : undefined;
  for (const field of ['behalf', 'paid']) {
    const text = given[field];
    if (typeof text === 'string' && dialect.lengthOf(text) > MAX_CHARS) return `DSA ${field} exceeds limit of ${MAX_CHARS} chars`;
  }
  const { pubrender, adrender } = { pubrender: wanted?.['pubrender'], adrender: given['adrender'] };
  if (!dialect.comparesRendering(required, adrender)) return undefined;
  if (pubrender === 0 && adrender !== 1) return 'DSA publisher and buyer both signal will not render';
  if (pubrender === 2 && adrender === 1) return 'DSA publisher and buyer both signal will render';
  return undefined;
}
