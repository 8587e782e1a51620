/** A primary that is killed, and its worker, which sends to its peers before it notices. Prints the worker's exit code. */
import cluster from 'node:cluster';
import { clusterPeers } from '#src/cluster/worker-peers.ts';

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

if (cluster.isPrimary) {
  cluster.fork().once('message', () => process.kill(process.pid, 'SIGKILL'));
} else {
  const primary = process.ppid;
  process.once('exit', (code) => console.log(`the worker ended with ${code}`));
  process.send?.('ready', () => {
    // A killed process is gone for its children when they have another parent.
    while (process.ppid === primary && isAlive(primary));
    clusterPeers.broadcast({ subject: 'stored-data' });
  });
}
