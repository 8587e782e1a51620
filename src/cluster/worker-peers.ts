/** The peer workers of this host: changes to one worker's memory are sent to all. */
import cluster from 'node:cluster';
import type { PeerMessage, WorkerPeers } from '#src/platform/peers.ts';
import { processLink } from './worker.ts';

/** Identifies our messages among those of the cluster itself. */
const MARK = 'auctor';

type Message = { readonly [MARK]: PeerMessage };

const isMessage = (message: unknown): message is Message => typeof message === 'object' && message !== null && MARK in message;

/** All share one listener of the process: Node warns of more than ten as a leak. */
const listeners = new Set<(message: PeerMessage) => void>();

function onMessage(message: unknown): void {
  if (!isMessage(message)) return;
  for (const listener of listeners) listener(message[MARK]);
}

/** Workers of a cluster; no peers in a single process. */
export const clusterPeers: WorkerPeers = {
  singleProcess: !cluster.isWorker,
  broadcast(message) {
    if (cluster.isWorker) processLink.send({ [MARK]: message }, () => {});
  },
  listen(listener) {
    if (listeners.size === 0) process.on('message', onMessage);
    listeners.add(listener);
    return () => {
      if (listeners.delete(listener) && listeners.size === 0) process.off('message', onMessage);
    };
  },
};

/** In the primary: forwards a worker's message to all others, or to the one that it names. */
export function forward(message: unknown, from: number): void {
  if (!isMessage(message)) return;
  const forwarded: PeerMessage = { ...message[MARK], from: String(from) };
  const { to = '' } = forwarded;
  for (const worker of Object.values(cluster.workers ?? {})) {
    if (worker && worker.id !== from && (to === '' || String(worker.id) === to)) worker.send({ [MARK]: forwarded });
  }
}
