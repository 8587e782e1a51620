/** Events that a sink rejected for good, or that ran out of attempts: stored for a later look, in a file, a topic of Kafka, or both. */
import type { HostConfig } from '#src/config/schema.ts';
import { errorMessage } from '#src/lang/error-message.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Log } from '#src/platform/log.ts';
import type { Counter, Metrics } from '#src/platform/metrics.ts';
import type { DeadLetter, DeadLetterSink } from './dead-letter.ts';
import { deadLetterFile } from './dead-letter-file.ts';
import { deadLetterTopic } from './dead-letter-topic.ts';

interface Item {
  readonly id: string;
  readonly at: number;
  readonly text: string;
}

/** Stores the events of a batch that is given up; resolves when they are stored or lost, and never rejects. */
export type StoreDeadLetters = (batch: { readonly items: readonly Item[] }, cause: unknown) => Promise<void>;

interface DeadLetterEnv {
  readonly config: Pick<HostConfig, 'analytics'>;
  readonly clock: Pick<Clock, 'after'>;
  readonly metrics: Metrics;
  readonly log: Log;
}

/** Undefined: neither is set, events that are given up are only counted. */
export function deadLettersOf(module: string, { config, clock, metrics, log }: DeadLetterEnv): StoreDeadLetters | undefined {
  const { kafka, dead_letters: options } = config.analytics;
  const sinks = [
    options.folder === '' ? undefined : counted('file', module, deadLetterFile(module, options), metrics, log),
    options.topic === '' ? undefined : counted('topic', module, deadLetterTopic(module, options.topic, kafka, clock), metrics, log),
  ].filter((sink) => sink !== undefined);
  if (sinks.length === 0) return undefined;
  return async ({ items }, cause) => {
    const letters = items.map(({ id, at, text }) => ({ id, at, cause: errorMessage(cause), event: text }));
    await Promise.all(sinks.map((sink) => sink(letters)));
  };
}

type Kind = 'file' | 'topic';

/** A sink that takes one batch at a time, counts the letters by result, and never rejects. */
function counted(
  to: Kind,
  module: string,
  sink: DeadLetterSink,
  metrics: Metrics,
  log: Log,
): (letters: readonly DeadLetter[]) => Promise<void> {
  const count = (result: string): Counter =>
    metrics.counter('pipeline_dead_letters', 'Events that were given up, by where and whether they were kept.', {
      pipeline: `analytics.${module}`,
      to,
      result,
    });
  const counters = { kept: count('kept'), full: count('full'), failed: count('failed') };
  let work = Promise.resolve();
  return (letters) => {
    work = work
      .then(() => sink(letters))
      .then((result) => counters[result].add(letters.length))
      .catch((failure: unknown) => {
        counters.failed.add(letters.length);
        log.error({ failure, module, to }, 'dead letters cannot be written');
      });
    return work;
  };
}
