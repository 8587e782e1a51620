/** Which bidders a model's probabilities leave in an auction. */
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { toNumber } from '../account-settings.ts';

/** Whether a bidder remains, by imp and bidder. */
export interface Retained {
  readonly [impId: string]: { readonly [bidder: string]: boolean };
}

export interface ThrottleSettings {
  readonly 'target-tpr': number;
  readonly 'exploration-rate': number;
}

/** Rates of the settings; absent ones are 1. */
export const ratesOf = (settings: { readonly [name: string]: unknown }): ThrottleSettings => {
  const rate = (name: string): number => toNumber(settings[name] ?? settings[name.replaceAll('-', '_')]) ?? 1;
  return { 'target-tpr': rate('target-tpr'), 'exploration-rate': rate('exploration-rate') };
};

/** The highest threshold whose true positive rate reaches the target; 0 if none does. */
export const thresholdOf = (thresholds: readonly number[], tpr: readonly number[], target: number): number =>
  thresholds.reduce((max, threshold, i) => ((tpr[i] ?? Number.NEGATIVE_INFINITY) >= target ? Math.max(max, threshold) : max), 0);

/** Whether an auction explores: the last four hex digits of its fingerprint decide, so that the choice can be repeated. */
export const isExploration = (fingerprint: string, rate: number): boolean => Number.parseInt(fingerprint.slice(-4), 16) < rate * 0x1_00_00;

/** Bidders of an imp. */
export const biddersOf = (imp: BidRequest['imp'][number]): string[] => Object.keys(imp.ext?.srv?.bidder ?? {});

/** Bidders that are removed, by imp; imps without any are absent. */
export function removedBidders({ imp }: BidRequest, retained: Retained): ReadonlyMap<string, readonly string[]> {
  const removed = imp.map((one) => [one.id ?? '', biddersOf(one).filter((bidder) => retained[one.id ?? '']?.[bidder] === false)] as const);
  return new Map(removed.filter(([, bidders]) => bidders.length > 0));
}

/** Removes bidders in place, and imps without any bidder. @returns false if no imp is left */
export function removeBidders(request: BidRequest, removed: ReadonlyMap<string, readonly string[]>): boolean {
  for (const imp of request.imp) {
    const bidders = imp.ext?.srv?.bidder;
    for (const bidder of removed.get(imp.id ?? '') ?? []) if (bidders) delete bidders[bidder];
  }
  request.imp = request.imp.filter((imp) => biddersOf(imp).length > 0);
  return request.imp.length > 0;
}
