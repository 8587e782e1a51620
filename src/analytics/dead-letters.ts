/** Events that a sink rejected for good, or that ran out of attempts: one line each in `<folder>/<module>.ndjson`, for a later look. */
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { HostConfig } from '#src/config/schema.ts';
import { toBytes } from '#src/config/units.ts';
import { errorMessage } from '#src/lang/error-message.ts';
import type { Log } from '#src/platform/log.ts';
import type { Metrics } from '#src/platform/metrics.ts';
import { appendLines } from './append-lines.ts';

interface DeadLetter {
  readonly id: string;
  readonly at: number;
  readonly text: string;
}

/** Stores the events of a batch that is given up; never rejects. */
export type StoreDeadLetters = (batch: { readonly items: readonly DeadLetter[] }, cause: unknown) => void;

interface DeadLetterEnv {
  readonly config: Pick<HostConfig, 'analytics'>;
  readonly metrics: Metrics;
  readonly log: Log;
}

/** Undefined: no folder is set, events that are given up are only counted. */
export function deadLettersOf(module: string, { config, metrics, log }: DeadLetterEnv): StoreDeadLetters | undefined {
  const { folder, max_size } = config.analytics.dead_letters;
  if (folder === '') return undefined;
  const file = join(folder, `${module}.ndjson`);
  const maxBytes = toBytes(max_size) ?? 0;
  const count = (result: string) =>
    metrics.counter('pipeline_dead_letters', 'Events that were given up, by whether they were kept.', {
      pipeline: `analytics.${module}`,
      result,
    });
  const [kept, full, failed] = [count('kept'), count('full'), count('failed')];
  let work = Promise.resolve();
  const append = async (lines: readonly string[]): Promise<void> => {
    await mkdir(folder, { recursive: true });
    const isFull = (await sizeOf(file)) >= maxBytes;
    if (!isFull) await appendLines(file, lines);
    (isFull ? full : kept).add(lines.length);
  };
  return ({ items }, cause) => {
    const lines = items.map(({ id, at, text }) => JSON.stringify({ id, at, cause: errorMessage(cause), event: text }));
    work = work
      .then(() => append(lines))
      .catch((failure: unknown) => {
        failed.add(lines.length);
        log.error({ failure, file }, 'dead letters cannot be written');
      });
  };
}

/** Bytes of a file; 0 if there is none. */
const sizeOf = async (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );
