/** Dead letters as records of a topic of Kafka: as in the file, and with the name of their module. */
import { Undeliverable } from '#src/net/post.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { DeadLetter, DeadLetterSink } from './dead-letter.ts';
import { type KafkaOptions, TopicWriter } from './topic-writer.ts';

interface SentLetter extends DeadLetter {
  /** Size of an omitted event. */
  readonly bytes?: number;
}

/** ms before each further attempt: a topic that the broker creates is not ready at once. */
const PAUSES_MS = [250, 1000, 3000];

/** The connection lasts for one call: dead letters are rare. */
export function deadLetterTopic(module: string, topic: string, options: KafkaOptions, clock: Pick<Clock, 'after'>): DeadLetterSink {
  return async (letters) => {
    const writer = new TopicWriter(options, topic);
    const send = (all: readonly SentLetter[]): Promise<void> => {
      const records = all.map((letter) => ({ id: letter.id, at: letter.at, text: JSON.stringify({ module, ...letter }) }));
      return persistently(() => writer.append(records, AbortSignal.timeout(options.timeout_ms)), clock);
    };
    try {
      await send(letters).catch((cause: unknown) => {
        if (!(cause instanceof Undeliverable)) throw cause;
        return send(letters.map(withoutEvent));
      });
      return 'kept';
    } finally {
      await writer.close();
    }
  };
}

/** Several attempts, unless no attempt can succeed. */
async function persistently(send: () => Promise<void>, clock: Pick<Clock, 'after'>): Promise<void> {
  for (const pauseMs of PAUSES_MS) {
    try {
      return await send();
    } catch (cause) {
      if (cause instanceof Undeliverable) throw cause;
      await new Promise<void>((resolve) => clock.after(pauseMs, resolve));
    }
  }
  return send();
}

/** An event that is too large for one topic is too large for the other. */
const withoutEvent = (letter: DeadLetter): SentLetter => ({
  ...letter,
  event: '',
  bytes: Buffer.byteLength(letter.event),
});
