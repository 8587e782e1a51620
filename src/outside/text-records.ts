/** TXT records of the DNS; every way it can fail is an answer. */
import { Resolver } from 'node:dns/promises';
import type { FindTexts, TextAnswer } from '#src/adscert/discovery.ts';

/** ms a server has for its answer, and how often it is asked. */
const TIMEOUT_MS = 2000;
const TRIES = 2;
/** Characters of a record that are kept. */
const MOST_CHARACTERS = 4096;

const NOTHING_THERE = new Set(['ENOTFOUND', 'ENODATA']);
const NO_ANSWER = new Set(['ETIMEOUT', 'ECONNREFUSED', 'ECANCELLED', 'ENOMEM', 'EDESTRUCTION']);

export class TextRecords {
  readonly #resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });

  /** @param servers addresses with or without port; none: those the system asks */
  constructor(servers: readonly string[] = []) {
    if (servers.length > 0) this.#resolver.setServers(servers);
  }

  readonly find: FindTexts = async (name): Promise<TextAnswer> => {
    try {
      const records = await this.#resolver.resolveTxt(name);
      return { kind: 'texts', texts: records.map((parts) => parts.join('').slice(0, MOST_CHARACTERS)) };
    } catch (cause) {
      const code = (cause as { code?: string }).code ?? 'EUNKNOWN';
      if (NOTHING_THERE.has(code)) return { kind: 'none' };
      return { kind: NO_ANSWER.has(code) ? 'unreachable' : 'refused', why: code };
    }
  };

  /** Ends lookups under way. */
  stop(): void {
    this.#resolver.cancel();
  }
}
