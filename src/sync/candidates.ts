/** The order in which bidders are considered for a sync. */
import type { Random } from '#src/platform/random.ts';

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
  /** Bidders outside the groups are not added. */
  readonly priorityGroupsOnly?: boolean | undefined;
}

/**
 * The requested bidders first. With cooperative sync the priority groups follow, then all available bidders; without it all bidders are
 * considered only if none was requested. Each part is shuffled; a name may occur twice.
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
