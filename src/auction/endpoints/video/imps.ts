/** Number of imps per pod, and their ad durations. All times in seconds. */

/** One ad slot of a pod. */
export interface Slot {
  readonly id: string;
  /** Only if durations are exact. */
  readonly minduration?: number | undefined;
  readonly maxduration: number;
}

/** The request's settings for all its pods. */
export interface SlotRules {
  /** Allowed ad durations, all positive, at least one. */
  readonly durations: readonly number[];
  readonly isExact: boolean;
  /** A pod shorter than every ad has one slot per duration, otherwise none. */
  readonly fillsShortPods: boolean;
}

const shortestOf = (durations: readonly number[]): number => durations.reduce((min, one) => Math.min(min, one));
const longestOf = (durations: readonly number[]): number => durations.reduce((max, one) => Math.max(max, one));

/** Number of slots of a pod: as many of the shortest ads as fit; with exact durations at least one of each. */
export function slotCount(seconds: number, { durations, isExact, fillsShortPods }: SlotRules): number {
  const count = Math.floor(seconds / shortestOf(durations));
  if (isExact || (count === 0 && fillsShortPods)) return Math.max(count, durations.length);
  return count;
}

/** The slots of a pod: as long as the longest ad, or in equal groups of exactly each duration in the given order. */
export function slotsOf(podId: number, seconds: number, rules: SlotRules): Slot[] {
  const { durations, isExact } = rules;
  const count = slotCount(seconds, rules);
  const longest = longestOf(durations);
  const group = Math.floor(count / durations.length);
  return Array.from({ length: count }, (_, index) => {
    const id = `${podId}_${index}`;
    if (!isExact) return { id, maxduration: longest };
    const exact = durations[Math.min(Math.floor(index / group), durations.length - 1)] ?? longest;
    return { id, minduration: exact, maxduration: exact };
  });
}
