/** Metrics of all workers, read by any of them: the primary collects those of the others. */

import { withoutGauges } from '#src/metrics/ended-workers.ts';
import type { ReadMetrics } from '#src/metrics/exposition.ts';
import type { MetricsRegistry } from '#src/platform/metrics.ts';
import { type FamilySnapshot, mergeSnapshots } from '#src/platform/metrics-format.ts';
import { marked, type ToPrimary, type ToWorker, unmarked, type WorkerFigures } from './messages.ts';
import { type PrimaryLink, processLink } from './worker.ts';

export interface WorkerFiguresOptions {
  /** Distinguishes the gauges of this worker; undefined: the host has no other, and they have no label. */
  readonly label: string | undefined;
  /** Timeout of the other workers, ms: without a response in time the last known figures count. */
  readonly timeoutMs: number;
  readonly link?: PrimaryLink;
}

export interface WorkerMetrics {
  /** Waits for the primary without a timeout: figures without those of the others would be wrong. */
  readonly read: ReadMetrics;
  /** Sends the final figures: the sums keep them when this worker has ended. */
  stop(): void;
}

/** Reads the metrics of all workers, and sends those of this one when the primary asks. */
export function startWorkerMetrics(metrics: MetricsRegistry, options: WorkerFiguresOptions): WorkerMetrics {
  const { label, timeoutMs, link = processLink } = options;
  const pending = new Map<number, (others: readonly WorkerFigures[]) => void>();
  let count = 0;
  const send = (message: ToPrimary): void => link.send(marked(message), () => {});
  const unlisten = link.listen((message) => {
    const ours = unmarked<ToWorker>(message);
    if (ours?.type === 'read') send({ type: 'figures', round: ours.round, families: JSON.stringify(metrics.read()) });
    if (ours?.type !== 'collected') return;
    pending.get(ours.id)?.(ours.others);
    pending.delete(ours.id);
  });
  return {
    async read() {
      const [own, id] = [metrics.read(), ++count];
      const { promise, resolve } = Promise.withResolvers<readonly WorkerFigures[]>();
      pending.set(id, resolve);
      send({ type: 'collect', id, timeoutMs, families: JSON.stringify(own) });
      return merge(label, own, await promise);
    },
    stop() {
      unlisten();
      send({ type: 'final figures', families: JSON.stringify(metrics.read()) });
    },
  };
}

function merge(label: string | undefined, own: readonly FamilySnapshot[], others: readonly WorkerFigures[]): FamilySnapshot[] {
  const parsed = others.map(({ worker, families }) => ({ worker, families: JSON.parse(families) as FamilySnapshot[] }));
  // While the only worker is replaced, there are two.
  const rest = label === undefined ? parsed.map((each) => ({ ...each, families: withoutGauges(each.families) })) : parsed;
  return mergeSnapshots([{ worker: label, families: own }, ...rest]);
}
