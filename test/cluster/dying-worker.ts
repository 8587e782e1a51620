/**
 * A primary with two workers. One of them is killed, and the pool is stopped before the system has reported its exit: its channel is closed
 * already. Prints the exit of the other one.
 */
import cluster from 'node:cluster';
import { marked, type ToPrimary, type ToWorker, unmarked } from '#src/cluster/messages.ts';
import { WorkerPool } from '#src/cluster/worker-pool.ts';
import { silentLog } from '#src/platform/log.ts';

function serve(): void {
  process.on('message', (message) => {
    if (unmarked<ToWorker>(message)?.type === 'stop') process.exit(0);
  });
  process.send?.(marked({ type: 'ready', port: 1 } satisfies ToPrimary));
}

async function manage(): Promise<void> {
  const noop = (): void => {};
  const events = { onMessage: noop, onReady: noop, onEnded: noop, report: noop };
  const pool = new WorkerPool({ count: 2, environment: {}, heartbeat: { timeout_ms: 60_000 } }, silentLog, events);
  await pool.start();
  const [killed, other] = pool.ready;
  other?.once('exit', (code) => console.log(`the other worker ended with ${code}`));
  killed?.once('disconnect', () => void pool.stop(0));
  killed?.process.kill('SIGKILL');
}

if (cluster.isPrimary) void manage();
else serve();
