/** Targeting keys cut where it matters whose value stays, or which keys were cut (auction-exchange.md 12.4; Java variant). */
import type { KeyCutting } from '../auction.ts';
import { cutKey } from './key-names.ts';

/** Keys in the order they were written, with at most `max` bytes each. */
export function cutWith(keys: { readonly [key: string]: string }, max: number, { firstStays, cut }: KeyCutting): { [key: string]: string } {
  const made: { [key: string]: string } = {};
  for (const key of Object.keys(keys)) {
    const name = cutKey(key, max);
    if (name !== key) cut?.add(key);
    if (!firstStays || !Object.hasOwn(made, name)) made[name] = keys[key] ?? '';
  }
  return made;
}
