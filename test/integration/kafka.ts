/** A real broker of Apache Kafka: one node, broker and controller in one process, on free ports with a data folder of its own. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Consumer, stringDeserializers } from '@platformatic/kafka';
import { reservePort } from '#test/helpers/ports.ts';
import { keyStore, type SaslListeners, saslSettings } from './kafka-sasl.ts';
import { newFolder, onPath, Server } from './servers.ts';

/** Where `.ci/prepare.sh` installs the broker's libraries. */
const LIBRARIES = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'auctor/kafka-3.9.1');
const java = onPath('java');

/** Why tests with a broker cannot run here; undefined: they can. */
export const missingKafka = (): string | undefined =>
  java !== undefined && existsSync(LIBRARIES) ? undefined : 'not installed here: java, kafka (sh .ci/prepare.sh --tests)';

/** Loaded classes of a broker, which halve its start; made by `archive-kafka.ts`, and ignored by another version of Java. */
export const ARCHIVE = join(LIBRARIES, 'classes.jsa');

/** A short start matters more than throughput. */
const JVM = ['-Xmx256m', '-Xshare:auto', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

function settingsOf(port: number, controllerPort: number, data: string, secured: { readonly listeners: string }): string {
  const settings = {
    ...secured,
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
    listeners: `PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort},${secured.listeners}`,
    'advertised.listeners': `PLAINTEXT://127.0.0.1:${port},${secured.listeners}`,
    'controller.listener.names': 'CONTROLLER',
    'inter.broker.listener.name': 'PLAINTEXT',
    'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,SASL:SASL_PLAINTEXT,SASLTLS:SASL_SSL',
    'log.dirs': data,
    'num.partitions': 1,
    'offsets.topic.replication.factor': 1,
    'offsets.topic.num.partitions': 1,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.min.isr': 1,
    'transaction.state.log.num.partitions': 1,
    'group.initial.rebalance.delay.ms': 0,
    'controller.quorum.election.timeout.ms': 100,
    'controller.quorum.election.backoff.max.ms': 100,
    'initial.broker.registration.timeout.ms': 60_000,
    'log.cleaner.enable': false,
    'auto.create.topics.enable': true,
  };
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}

/**
 * Starts a broker; a killed one starts again with its data.
 * @param archive option of Java for the archive of classes
 */
export async function startKafka(archive = `-XX:SharedArchiveFile=${ARCHIVE}`): Promise<Server & SaslListeners> {
  const folder = newFolder('kafka');
  const secured: SaslListeners = { saslPort: 0, saslTlsPort: 0, ...keyStore(folder) };
  const data = join(folder, 'data');
  const file = join(folder, 'server.properties');
  mkdirSync(data);
  // The content that the format tool would write, which takes a second start of Java.
  const ids = ['version=1', 'cluster.id=auctorTestClusterAAAAA', 'node.id=1', 'directory.id=auctorTestDirAAAAAAAAA', ''];
  writeFileSync(join(data, 'meta.properties'), ids.join('\n'));
  const server = await Server.started({
    program: java ?? '',
    async args(port) {
      Object.assign(secured, { saslPort: await reservePort(), saslTlsPort: await reservePort() });
      writeFileSync(file, settingsOf(port, await reservePort(), data, saslSettings(secured)));
      return [...JVM, archive, '-cp', join(LIBRARIES, '*'), 'kafka.Kafka', file];
    },
    folder,
    readyMessage: 'Kafka Server started',
    readyMs: 50_000,
  });
  return Object.assign(server, secured);
}

export interface TopicRecord {
  readonly key: string;
  readonly value: string;
}

/** All records of a topic with one partition. */
export async function readTopic(port: number, topic: string): Promise<TopicRecord[]> {
  const consumer = new Consumer({
    groupId: `test-${topic}`,
    clientId: 'test',
    bootstrapBrokers: [`127.0.0.1:${port}`],
    deserializers: stringDeserializers,
    maxWaitTime: 50,
  });
  try {
    const ends = await consumer.listOffsets({ topics: [topic] });
    const end = ends.get(topic)?.[0] ?? 0n;
    const records: TopicRecord[] = [];
    if (end === 0n) return records;
    for await (const { key, value, offset } of await consumer.consume({ topics: [topic], mode: 'earliest', autocommit: false })) {
      records.push({ key: String(key), value: String(value) });
      if (offset + 1n >= end) break;
    }
    return records;
  } finally {
    await consumer.close(true);
  }
}
