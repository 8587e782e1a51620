/** Warnings of one hook, without duplicates. */
import type { Selector } from './choices.ts';

export class Warnings {
  readonly #messages = new Set<string>();

  add(text: string): void {
    this.#messages.add(text);
  }

  get messages(): string[] {
    return [...this.#messages];
  }
}

/** Several exceptions match the same case. */
export const ambiguous = ({ bidder, mediaTypes }: Selector): string =>
  `More than one condition matches request. Bidder: ${bidder}, request media types: ${[...mediaTypes].sort().join(', ')}`;
