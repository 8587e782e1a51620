/** Info of previous auctions in this process: the least recently used is evicted when the byte budget is exhausted. */
import { LRUCache } from 'lru-cache';
import type { BidderUser, PreviousAuctionInfo, PreviousAuctions } from '#src/auction/previous-auctions.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { PeerMessage, WorkerPeers } from '#src/platform/peers.ts';
import { fromLines, type StoreLimits, toLines } from './lines.ts';
import { ownKey, userKey } from './user-key.ts';

const SUBJECT = 'previous-auction';
/** Overhead of an entry in bytes, besides its texts. */
const ENTRY_BYTES = 256;
const BYTES_PER_CHARACTER = 2;

export interface MemoryOptions extends StoreLimits {
  readonly key: string;
  readonly max_bytes: number;
}

export class PreviousInMemory implements PreviousAuctions {
  readonly #users: LRUCache<string, readonly string[]>;
  readonly #options: MemoryOptions;
  readonly #secret: string;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #peers: WorkerPeers | undefined;
  readonly #stopListening: (() => void) | undefined;

  /** @param peers workers that store the same; only with a key of the settings, because theirs would differ */
  constructor(options: MemoryOptions, clock: Pick<Clock, 'now'>, peers: WorkerPeers) {
    this.#options = options;
    this.#secret = options.key || ownKey();
    this.#clock = clock;
    this.#users = new LRUCache({ maxSize: options.max_bytes });
    if (options.key === '' || peers.singleProcess) return;
    this.#peers = peers;
    this.#stopListening = peers.listen((message) => this.#onMessage(message));
  }

  get bytes(): number {
    return this.#users.calculatedSize;
  }

  readonly keyOf = (user: BidderUser): string => userKey(this.#secret, user);

  find(keys: readonly string[]): readonly (readonly PreviousAuctionInfo[])[] {
    const now = this.#clock.now();
    return keys.map((key) => fromLines(this.#users.get(key) ?? [], this.#options, now));
  }

  add(key: string, infos: readonly PreviousAuctionInfo[]): void {
    const lines = toLines(infos, this.#options);
    if (lines.length === 0) return;
    this.#store(key, lines);
    this.#peers?.broadcast({ subject: SUBJECT, key, lines: JSON.stringify(lines) });
  }

  stop(): void {
    this.#stopListening?.();
  }

  #store(key: string, lines: readonly string[]): void {
    const all = [...lines, ...(this.#users.get(key) ?? [])].slice(0, this.#options.max_infos);
    const size = ENTRY_BYTES + all.reduce((sum, { length }) => sum + length * BYTES_PER_CHARACTER, 0);
    this.#users.set(key, all, { size });
  }

  /** The peer is the same program, so its message is trusted. */
  #onMessage({ subject, key = '', lines = '[]' }: PeerMessage): void {
    if (subject === SUBJECT) this.#store(key, JSON.parse(lines) as string[]);
  }
}
