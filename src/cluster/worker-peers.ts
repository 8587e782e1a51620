/** The peer workers of this host: changes to one worker's memory are sent to all. */
import cluster from 'node:cluster';

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

/** Identifies our messages among those of the cluster itself. */
const MARK = 'auctor';

type Message = { readonly [MARK]: PeerMessage };

const isMessage = (message: unknown): message is Message => typeof message === 'object' && message !== null && MARK in message;

/** Workers of a cluster; no peers in a single process. */
export const clusterPeers: WorkerPeers = {
  singleProcess: !cluster.isWorker,
  broadcast(message) {
    if (cluster.isWorker) process.send?.({ [MARK]: message });
  },
  listen(listener) {
    const onMessage = (message: unknown): void => {
      if (isMessage(message)) listener(message[MARK]);
    };
    process.on('message', onMessage);
    return () => process.off('message', onMessage);
  },
};

/** In the primary: forwards a worker's message to all others. */
export function forward(message: unknown, from: number): void {
  if (!isMessage(message)) return;
  for (const worker of Object.values(cluster.workers ?? {})) if (worker && worker.id !== from) worker.send(message);
}
