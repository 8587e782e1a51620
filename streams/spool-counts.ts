/** Metrics and log lines of one spool. */
import type { SpoolListener } from '#src/analytics/spool/spool.ts';
import type { Counter } from '#src/platform/metrics.ts';
import type { AttemptEnv } from './attempts.ts';

type Loss = 'full' | 'failed' | 'stopped' | 'dropped';

export interface SpoolCounts {
  readonly listener: Omit<SpoolListener, 'changed'>;
  sent(items: number): void;
  lose(why: Loss, items: number): void;
  waiting(items: number, bytes: number): void;
}

/** @param pipeline its name in metrics and logs */
export function spoolCounts({ metrics, log }: Pick<AttemptEnv, 'metrics' | 'log'>, pipeline: string): SpoolCounts {
  const items = (result: string): Counter => metrics.counter('pipeline_events', 'Events of a pipeline by result.', { pipeline, result });
  const [sent, spooled] = [items('sent'), items('spooled')];
  const lost = { full: items('full'), failed: items('failed'), stopped: items('stopped'), dropped: items('dropped') };
  const errors = metrics.counter('pipeline_spool_errors', 'Failed file operations of a spool.', { pipeline });
  const corrupted = metrics.counter('pipeline_spool_corrupt_bytes', 'Unreadable bytes at the ends of spool files.', { pipeline });
  const waiting = metrics.gauge('pipeline_waiting_events', 'Undelivered events of a pipeline.', { pipeline });
  const waitingBytes = metrics.gauge('pipeline_waiting_bytes', 'Undelivered bytes of a pipeline.', { pipeline });
  let isFailing = false;
  return {
    sent: (count) => sent.add(count),
    lose: (why, count) => lost[why].add(count),
    waiting(count, bytes) {
      waiting.set(count);
      waitingBytes.set(bytes);
    },
    listener: {
      written(count) {
        spooled.add(count);
        isFailing = false;
      },
      lost: (why, count) => lost[why].add(count),
      corrupt(path, bytes) {
        corrupted.add(bytes);
        log.warn({ path, bytes, pipeline }, 'unreadable end of a spool file ignored');
      },
      failed(cause) {
        errors.add();
        if (isFailing) return;
        isFailing = true;
        log.error({ failure: cause, pipeline }, 'analytics spool failed');
      },
    },
  };
}
