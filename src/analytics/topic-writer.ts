/** Writes records to a topic of Kafka, acknowledged by all in-sync replicas. */
import { isIP } from 'node:net';
import type { Producer, ProducerOptions } from '@platformatic/kafka';
import type { z } from 'zod';
import type { kafkaOptions } from '#src/config/sections/analytics-kafka.ts';
import { Undeliverable } from '#src/net/post.ts';

export type KafkaOptions = z.infer<typeof kafkaOptions>;
type StringProducer = Producer<string, string, string, string>;

/** Kafka's codes of a record that no retry makes acceptable. */
const FINAL_ERRORS = new Set(['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE', 'INVALID_RECORD', 'INVALID_TIMESTAMP']);
const ALL_REPLICAS = -1;

/** The key of a record, its value, and its time in epoch ms. */
export interface TopicRecord {
  readonly id: string;
  readonly text: string;
  readonly at: number;
}

/** The producer is made with the first records, and again after a failure: its state at the broker is unknown then. */
export class TopicWriter {
  readonly #options: KafkaOptions;
  readonly #topic: string;
  #producer: Promise<StringProducer> | undefined;

  constructor(options: KafkaOptions, topic = options.topic) {
    this.#options = options;
    this.#topic = topic;
  }

  /** @throws Undeliverable if no retry makes the records acceptable */
  async append(items: readonly TopicRecord[], signal: AbortSignal): Promise<void> {
    const { compression, autocreate_topic } = this.#options;
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
        messages: items.map(({ id, text, at }) => ({ topic: this.#topic, key: id, value: text, timestamp: BigInt(at) })),
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
      ...(tls.enabled ? tlsOptions(this.#options) : {}),
      ...(sasl.mechanism === 'none' ? {} : { sasl: { mechanism: sasl.mechanism, username: sasl.username, password: sasl.password } }),
    };
    return new Client(options);
  }
}

/** Hosted services distinguish brokers by name; an address is not a valid server name. */
function tlsOptions({ brokers, tls }: KafkaOptions): Pick<ProducerOptions<string, string, string, string>, 'tls' | 'tlsServerName'> {
  const tlsServerName = tls.send_server_name ?? brokers.every((broker) => isIP(hostOf(broker)) === 0);
  return { tls: { rejectUnauthorized: !tls.insecure_skip_verify }, tlsServerName };
}

/** The host of `host:port`, without the brackets of an IPv6 address. */
const hostOf = (broker: string): string => broker.slice(0, broker.lastIndexOf(':')).replace(/^\[(.*)\]$/, '$1');

/** The client nests the broker's errors. */
function isFinal(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  if ('apiId' in cause && FINAL_ERRORS.has(String(cause.apiId))) return true;
  return (cause instanceof AggregateError && cause.errors.some(isFinal)) || isFinal(cause.cause);
}
