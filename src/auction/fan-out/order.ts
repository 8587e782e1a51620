/**
 * The order bidders stand in (auction-exchange.md 0.2, 3 and 11.1): a new one for every auction, so that of equal bids none
 * is preferred for where its publisher wrote its name, nor for how near its servers are.
 */
import type { Random } from '#src/outside/random.ts';

/** The same items in an order drawn anew; every order is as likely. Chance that always says the same leaves them as they are. */
export function inRandomOrder<T>(items: readonly T[], random: Pick<Random, 'next'>): readonly T[] {
  if (items.length < 2) return items;
  const drawn = items.map((item) => ({ item, key: random.next() }));
  return drawn.sort((a, b) => a.key - b.key).map(({ item }) => item);
}
