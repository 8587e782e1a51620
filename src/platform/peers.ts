/** The contract of messages between the workers of one host; `src/cluster/worker-peers.ts` implements it. */

/** A message about the memory of every worker. */
export interface PeerMessage {
  readonly subject: string;
  /** Id of the only worker that receives it; absent or empty: all others do. */
  readonly to?: string;
  /** Id of the worker that sent it; the primary adds it. */
  readonly from?: string;
  readonly [more: string]: string;
}

export interface WorkerPeers {
  /** Whether there are no peers. */
  readonly singleProcess: boolean;
  /** Sends to all other workers through the primary, or to one of them. */
  broadcast(message: PeerMessage): void;
  /** Receives the peers' messages until the returned function is called. */
  listen(listener: (message: PeerMessage) => void): () => void;
}
