/** Transparency of ads under the Digital Services Act: may a bid be shown on these terms (auction-exchange.md 7.6). */
import type { Bid, BidRequest, DeepReadonly } from '#src/wire/ortb.ts';

const MAX_CHARS = 100;

type Dsa = { readonly [member: string]: unknown };

const asDsa = (value: unknown): Dsa | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Dsa) : undefined;

/** Whether the publisher takes no bid without the object (`dsarequired` 2 or 3). */
export const isDsaRequired = (dsa: unknown): boolean => {
  const required = asDsa(dsa)?.['dsarequired'];
  return required === 2 || required === 3;
};

/**
 * Why a bid is not acceptable; undefined when it is. Go variant: who renders is compared only where both say so;
 * Java variant: only where the object is required, and a silent buyer counts as not rendering.
 */
export function checkDsa(
  bid: DeepReadonly<Pick<Bid, 'ext'>>,
  request: DeepReadonly<Pick<BidRequest, 'regs'>>,
  variant: 'go' | 'java' = 'go',
): string | undefined {
  const wanted = asDsa(request.regs?.ext?.dsa);
  const given = asDsa(bid.ext?.['dsa']);
  const required = isDsaRequired(wanted);
  if (!given) return required ? 'DSA object missing when required' : undefined;
  for (const member of ['behalf', 'paid']) {
    const text = given[member];
    if (typeof text === 'string' && text.length > MAX_CHARS) return `DSA ${member} exceeds limit of ${MAX_CHARS} chars`;
  }
  const { pubrender, adrender } = { pubrender: wanted?.['pubrender'], adrender: given['adrender'] };
  if (variant === 'java' ? !required : adrender === undefined || adrender === null) return undefined;
  if (pubrender === 0 && adrender !== 1) return 'DSA publisher and buyer both signal will not render';
  if (pubrender === 2 && adrender === 1) return 'DSA publisher and buyer both signal will render';
  return undefined;
}
