/** The other worker processes of this host: what one is told about its memory, all must hear. */
import cluster from 'node:cluster';

/** Something about the memory of every worker. */
export interface Told {
  readonly subject: string;
  readonly [more: string]: string;
}

export interface Siblings {
  /** Whether there is nobody to tell. */
  readonly alone: boolean;
  /** Tells all other workers; the primary passes it on. */
  tell(told: Told): void;
  /** Hears what others tell, until called back. */
  listen(listener: (told: Told) => void): () => void;
}

/** Marks our messages among those of the cluster itself. */
const MARK = 'auctor';

type Message = { readonly [MARK]: Told };

const isMessage = (message: unknown): message is Message => typeof message === 'object' && message !== null && MARK in message;

/** Workers of a cluster; nobody where there is one process. */
export const clusterSiblings: Siblings = {
  alone: !cluster.isWorker,
  tell(told) {
    if (cluster.isWorker) process.send?.({ [MARK]: told });
  },
  listen(listener) {
    const hear = (message: unknown): void => {
      if (isMessage(message)) listener(message[MARK]);
    };
    process.on('message', hear);
    return () => process.off('message', hear);
  },
};

/** In the primary: what a worker tells goes to all others. */
export function passOn(message: unknown, from: number): void {
  if (!isMessage(message)) return;
  for (const worker of Object.values(cluster.workers ?? {})) if (worker && worker.id !== from) worker.send(message);
}
