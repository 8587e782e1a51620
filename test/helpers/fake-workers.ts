/** Workers of a pool without processes: tests let them become ready and exit. */
import cluster, { type Worker } from 'node:cluster';
import { EventEmitter } from 'node:events';
import { vi } from 'vitest';
import { marked, type ToPrimary, type ToWorker, unmarked } from '#src/cluster/messages.ts';

export class FakeWorker extends EventEmitter {
  readonly id: number;
  /** Orders and signals that it got. */
  readonly orders: string[] = [];
  isReady = false;
  hasExited = false;

  constructor(id: number) {
    super();
    this.id = id;
  }

  readonly process = { kill: (signal: string) => this.orders.push(signal) };

  send(message: object): void {
    const type = unmarked<ToWorker>(message)?.type;
    if (type) this.orders.push(type);
  }

  /** Sends a message to the primary. */
  report(message: ToPrimary): void {
    this.emit('message', marked(message));
  }

  becomeReady(): void {
    if (this.isReady || this.hasExited) return;
    this.isReady = true;
    this.report({ type: 'ready', port: 80 });
  }

  exit(code: number): void {
    if (this.hasExited) return;
    this.hasExited = true;
    this.emit('exit', code, null);
  }
}

/** The workers that the cluster forks from now on, until the mocks are restored. */
export function fakeWorkers(): FakeWorker[] {
  const workers: FakeWorker[] = [];
  vi.spyOn(cluster, 'fork').mockImplementation(() => {
    const worker = new FakeWorker(workers.length + 1);
    workers.push(worker);
    return worker as unknown as Worker;
  });
  return workers;
}
