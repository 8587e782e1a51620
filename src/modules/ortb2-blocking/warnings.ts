/** Warnings of one hook, each said once. */
import type { Asked } from './choices.ts';

export class Warnings {
  readonly #texts = new Set<string>();

  add(text: string): void {
    this.#texts.add(text);
  }

  get texts(): string[] {
    return [...this.#texts];
  }
}

/** Several exceptions hold for the same case. */
export const ambiguous = ({ bidder, mediaTypes }: Asked): string =>
  `More than one condition matches request. Bidder: ${bidder}, request media types: ${[...mediaTypes].sort().join(', ')}`;
