/**
 * The order of bidders: shuffled for every auction, so that equal bids are not decided by the position of a bidder's name or by its network
 * distance.
 */
import type { Random } from '#src/platform/random.ts';

/** The same items in a random order; every order is equally likely. A constant random source leaves them unchanged. */
export function inRandomOrder<T>(items: readonly T[], random: Pick<Random, 'next'>): readonly T[] {
  if (items.length < 2) return items;
  const drawn = items.map((item) => ({ item, key: random.next() }));
  return drawn.sort((a, b) => a.key - b.key).map(({ item }) => item);
}
