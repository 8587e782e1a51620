/** TXT records from DNS; every failure is a result. */
import { Resolver } from 'node:dns/promises';
import type { FindTxtRecords, TxtLookup } from '#src/adscert/discovery.ts';

/** ms a server may take, and the number of attempts. */
const TIMEOUT_MS = 2000;
const TRIES = 2;
/** Max characters of a record. */
const MAX_CHARACTERS = 4096;

const NOTHING_THERE = new Set(['ENOTFOUND', 'ENODATA']);
const NO_RESPONSE = new Set(['ETIMEOUT', 'ECONNREFUSED', 'ECANCELLED', 'ENOMEM', 'EDESTRUCTION']);

export class TxtRecords {
  readonly #resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });

  /** @param servers addresses with or without port; none: the system's */
  constructor(servers: readonly string[] = []) {
    if (servers.length > 0) this.#resolver.setServers(servers);
  }

  readonly find: FindTxtRecords = async (name): Promise<TxtLookup> => {
    try {
      const records = await this.#resolver.resolveTxt(name);
      return { kind: 'texts', txtRecords: records.map((parts) => parts.join('').slice(0, MAX_CHARACTERS)) };
    } catch (cause) {
      const code = (cause as { code?: string }).code ?? 'EUNKNOWN';
      if (NOTHING_THERE.has(code)) return { kind: 'none' };
      return { kind: NO_RESPONSE.has(code) ? 'unreachable' : 'rejected', why: code };
    }
  };

  /** Cancels lookups in flight. */
  stop(): void {
    this.#resolver.cancel();
  }
}
