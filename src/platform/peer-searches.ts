/** Searches in the memory of the peer workers: all receive the search, and only the first one that has the value responds. */

import type { Clock } from './clock.ts';
import type { PeerMessage, WorkerPeers } from './peers.ts';
import type { Random } from './random.ts';

/** Max concurrent searches; further ones find nothing, because ids can be made up. */
const MAX_SEARCHES = 1000;

type Fields = Readonly<Record<string, string>>;
type Then = (found: PeerMessage | undefined) => void;

export interface PeerSearchEnv {
  readonly peers: WorkerPeers;
  readonly clock: Pick<Clock, 'after'>;
  readonly random: Pick<Random, 'uuid'>;
}

export interface PeerSearchSpec {
  /** Subjects of the messages are `<name>-wanted` and `<name>-found`. */
  readonly name: string;
  /** ms the peers have to respond. */
  readonly timeoutMs: number;
  /** The value of this worker for a peer's search; undefined: it has none. */
  ownOf(wanted: PeerMessage): Fields | undefined;
}

export class PeerSearches {
  readonly #spec: PeerSearchSpec;
  readonly #env: PeerSearchEnv;
  readonly #open = new Map<string, Then>();
  readonly #stopListening: () => void;

  constructor(spec: PeerSearchSpec, env: PeerSearchEnv) {
    this.#spec = spec;
    this.#env = env;
    this.#stopListening = env.peers.listen((message) => this.#onMessage(message));
  }

  /** Searches in the peers' memory; `then` is called once: immediately if there is no peer, otherwise later. */
  find(wanted: Fields, then: Then): void {
    const { peers, clock, random } = this.#env;
    if (peers.singleProcess || this.#open.size >= MAX_SEARCHES) {
      then(undefined);
      return;
    }
    const search = random.uuid();
    const stop = clock.after(this.#spec.timeoutMs, () => this.#end(search, undefined));
    this.#open.set(search, (found) => {
      stop();
      then(found);
    });
    peers.broadcast({ ...wanted, subject: `${this.#spec.name}-wanted`, search });
  }

  /** Ends all open searches; this worker no longer responds to its peers. */
  stop(): void {
    this.#stopListening();
    for (const search of [...this.#open.keys()]) this.#end(search, undefined);
  }

  #end(search: string, found: PeerMessage | undefined): void {
    const then = this.#open.get(search);
    this.#open.delete(search);
    then?.(found);
  }

  /** The peer is the same program, so its message is trusted. */
  #onMessage(message: PeerMessage): void {
    const { subject, search = '', from = '' } = message;
    const { name } = this.#spec;
    if (subject === `${name}-found`) this.#end(search, message);
    if (subject !== `${name}-wanted`) return;
    const own = this.#spec.ownOf(message);
    if (own) this.#env.peers.broadcast({ ...own, subject: `${name}-found`, search, to: from });
  }
}
