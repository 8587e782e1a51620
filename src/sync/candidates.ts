/** In which order bidders are considered for a sync (usersync.md section 5). */
import type { Random } from '#src/outside/random.ts';

/** A shuffled copy. */
export type Shuffle = (names: readonly string[]) => string[];

/** A fair shuffle. */
export const createShuffle =
  (random: Pick<Random, 'next'>): Shuffle =>
  (names) => {
    const shuffled = [...names];
    for (let i = shuffled.length - 1; i > 0; i--) {
      const j = Math.floor(random.next() * (i + 1));
      const held = shuffled[i] as string;
      shuffled[i] = shuffled[j] as string;
      shuffled[j] = held;
    }
    return shuffled;
  };

export interface CoopSync {
  readonly enabled: boolean;
  readonly priorityGroups?: readonly (readonly string[])[] | null | undefined;
  /** Nobody outside the groups is added. */
  readonly priorityGroupsOnly?: boolean | undefined;
}

/**
 * Those named first. With cooperative sync the priority groups follow, then everybody available; without it everybody is
 * considered only where nobody was named. Each part is shuffled in itself; a name may come twice.
 */
export function orderCandidates(
  requested: readonly string[] | null | undefined,
  available: readonly string[],
  coop: CoopSync,
  shuffle: Shuffle,
): string[] {
  const named = requested ?? [];
  if (!coop.enabled) return shuffle(named.length > 0 ? named : available);
  const ordered = shuffle(named);
  for (const group of coop.priorityGroups ?? []) ordered.push(...shuffle(group));
  if (!coop.priorityGroupsOnly) ordered.push(...shuffle(available));
  return ordered;
}
