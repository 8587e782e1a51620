/** Results of the rules in order: errors and warnings together. */

import type { Auction } from '../auction.ts';
import { GENERAL } from '../diagnostics.ts';
import type { AuctionRejection, RejectionKind } from '../rejection.ts';
import type { Services } from '../services.ts';

interface Message {
  readonly message: string;
  /** Code of a warning; errors have none. */
  readonly code?: number;
}

export class ValidationResult {
  readonly #messages: Message[] = [];
  #kind: RejectionKind | undefined;

  /** A warning: shown in the response, or before the error that rejects the request. */
  warn(code: number, message: string): void {
    this.#messages.push({ message, code });
  }

  /** An error that rejects the request. */
  reject(message: string, kind: RejectionKind = 'invalid'): void {
    this.#messages.push({ message });
    this.#kind ??= kind;
  }

  get rejected(): boolean {
    return this.#kind !== undefined;
  }

  /** All messages in order. */
  get messages(): string[] {
    return this.#messages.map(({ message }) => message);
  }

  /** Without the warnings: an AMP page sees only errors. */
  get #rejecting(): string[] {
    return this.#messages.filter(({ code }) => code === undefined).map(({ message }) => message);
  }

  /**
   * Writes the result into the record: as its rejection, with all messages, preceded by warnings of earlier steps; or as general warnings.
   * @param lastOnly use only the last message and drop earlier warnings of the rules
   */
  apply(auction: Auction, lastOnly = false): void {
    if (this.#kind === undefined) {
      for (const { message, code = 0 } of this.#messages) auction.diagnostics.warn(GENERAL, code, message);
      return;
    }
    const messages =
      auction.endpoint === 'amp' ? this.#rejecting : [...warningsOf(auction), ...(lastOnly ? this.messages.slice(-1) : this.messages)];
    auction.rejection = { kind: this.#kind, messages } satisfies AuctionRejection;
  }
}

/** Warnings of earlier steps. */
const warningsOf = ({ diagnostics }: Auction): string[] => diagnostics.warnings.get(GENERAL)?.map(({ message }) => message) ?? [];

/** One validation rule: edits the request if necessary, adds warnings, and returns the error message that rejects the request. */
export type Rule = (auction: Auction, services: Services, result: ValidationResult) => string | undefined;
