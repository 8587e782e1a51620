/** What the rules found, in order: refusing and warning texts together (auction-request.md 12.1). */
import type { Refusal, RefusalKind } from '#src/wire/refusal.ts';
import type { Auction } from '../auction.ts';
import { GENERAL } from '../findings.ts';
import type { Services } from '../services.ts';

interface Message {
  readonly text: string;
  /** Of a warning; refusing texts have none. */
  readonly code?: number;
}

export class Verdict {
  readonly #messages: Message[] = [];
  #kind: RefusalKind | undefined;

  /** A warning: shown in the answer, or in front of what refuses the request. */
  warn(code: number, text: string): void {
    this.#messages.push({ text, code });
  }

  /** A text that refuses the request. */
  refuse(text: string, kind: RefusalKind = 'invalid'): void {
    this.#messages.push({ text });
    this.#kind ??= kind;
  }

  get refused(): boolean {
    return this.#kind !== undefined;
  }

  /** All texts in order. */
  get texts(): string[] {
    return this.#messages.map(({ text }) => text);
  }

  /** Without the warnings: an AMP page is told only what was in the way. */
  get #refusing(): string[] {
    return this.#messages.filter(({ code }) => code === undefined).map(({ text }) => text);
  }

  /**
   * Ends in the record: as its refusal, everything printed, what earlier steps warned of in front; or as general warnings.
   * @param alone only the last text counts (rows marked R): warnings of the rules before it are dropped
   */
  settle(auction: Auction, alone = false): void {
    if (this.#kind === undefined) {
      for (const { text, code = 0 } of this.#messages) auction.findings.warn(GENERAL, code, text);
      return;
    }
    const messages = auction.entry === 'amp' ? this.#refusing : [...told(auction), ...(alone ? this.texts.slice(-1) : this.texts)];
    auction.refusal = { kind: this.#kind, messages } satisfies Refusal;
  }
}

/** What earlier steps warned of. */
const told = ({ findings }: Auction): string[] => findings.warnings.get(GENERAL)?.map(({ message }) => message) ?? [];

/** One rule of the book: edits the request where it must, warns, and returns the text that refuses the request. */
export type Rule = (auction: Auction, services: Services, verdict: Verdict) => string | undefined;
