/** The contract of messages between the workers of one host; `src/cluster/worker-peers.ts` implements it. */

/** A message about the memory of every worker. */
export interface PeerMessage {
  readonly subject: string;
  readonly [more: string]: string;
}

export interface WorkerPeers {
  /** Whether there are no peers. */
  readonly singleProcess: boolean;
  /** Sends to all other workers through the primary. */
  broadcast(message: PeerMessage): void;
  /** Receives the peers' messages until the returned function is called. */
  listen(listener: (message: PeerMessage) => void): () => void;
}
