/** `kafka`: events as records of a topic, acknowledged by all in-sync replicas; the key of a record is the id of its event. */
import type { Producer, ProducerOptions } from '@platformatic/kafka';
import type { z } from 'zod';
import { kafkaOptions } from '#src/config/sections/analytics-kafka.ts';
import { Undeliverable } from '#src/net/post.ts';
import { defineAnalytics, type Parcel } from './module.ts';
import { plainModule } from './plain-module.ts';

type Options = z.infer<typeof kafkaOptions>;
type StringProducer = Producer<string, string, string, string>;

/** Kafka's codes of a record that no retry makes acceptable. */
const FINAL_ERRORS = new Set(['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE', 'INVALID_RECORD', 'INVALID_TIMESTAMP']);
const ALL_REPLICAS = -1;

/** The producer is made with the first parcel, and again after a failure: its state at the broker is unknown then. */
class TopicWriter {
  readonly #options: Options;
  #producer: Promise<StringProducer> | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  async append({ items }: Parcel, signal: AbortSignal): Promise<void> {
    const { topic, compression, autocreate_topic } = this.#options;
    this.#producer ??= this.#open();
    const opening = this.#producer;
    const giveUp = (): void => void this.#discard(opening);
    signal.addEventListener('abort', giveUp, { once: true });
    try {
      const producer = await opening;
      await producer.send({
        acks: ALL_REPLICAS,
        idempotent: true,
        compression,
        autocreateTopics: autocreate_topic,
        messages: items.map(({ id, text, at }) => ({ topic, key: id, value: text, timestamp: BigInt(at) })),
      });
      signal.removeEventListener('abort', giveUp);
    } catch (cause) {
      await this.#discard(opening);
      throw isFinal(cause) ? new Undeliverable('the broker rejected the records', { cause, isDivisible: true }) : cause;
    }
  }

  async close(): Promise<void> {
    if (this.#producer) await this.#discard(this.#producer);
  }

  async #discard(opening: Promise<StringProducer>): Promise<void> {
    if (this.#producer === opening) this.#producer = undefined;
    try {
      await (await opening).close(true);
    } catch {
      // It was closed already, or never connected.
    }
  }

  async #open(): Promise<StringProducer> {
    const { Producer: Client, stringSerializers } = await import('@platformatic/kafka');
    const { brokers, client_id, timeout_ms, tls, sasl } = this.#options;
    const options: ProducerOptions<string, string, string, string> = {
      clientId: client_id,
      bootstrapBrokers: [...brokers],
      serializers: stringSerializers,
      connectTimeout: timeout_ms,
      requestTimeout: timeout_ms,
      // The pipeline repeats.
      retries: 0,
      ...(tls.enabled ? { tls: { rejectUnauthorized: !tls.insecure_skip_verify } } : {}),
      ...(sasl.mechanism === 'none' ? {} : { sasl: { mechanism: sasl.mechanism, username: sasl.username, password: sasl.password } }),
    };
    return new Client(options);
  }
}

/** The client nests the broker's errors. */
function isFinal(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  if ('apiId' in cause && FINAL_ERRORS.has(String(cause.apiId))) return true;
  return (cause instanceof AggregateError && cause.errors.some(isFinal)) || isFinal(cause.cause);
}

export default defineAnalytics({
  key: 'kafka',
  name: 'kafka',
  options: kafkaOptions,
  create(options) {
    if (options.brokers.length === 0) return undefined;
    const writer = new TopicWriter(options);
    // One parcel at a time: the producer numbers its records.
    return { ...plainModule(options, 1), send: (parcel, signal) => writer.append(parcel, signal), stop: () => writer.close() };
  },
});
