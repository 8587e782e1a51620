import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deadLettersOf } from '#src/analytics/dead-letters.ts';
import kafka from '#src/analytics/kafka.ts';
import { Undeliverable } from '#src/net/post.ts';
import { MetricsRegistry } from '#src/platform/metrics.ts';
import { analyticsEnv } from '#test/helpers/analytics.ts';
import { validRequest } from '#test/helpers/auction.ts';
import { testConfig } from '#test/helpers/services.ts';
import { undelivered } from '#test/helpers/spool.ts';
import { type AuctorProcess, type LocalServer, serve, startAuctor, startBidder } from './host.ts';
import { missingKafka, readTopic, startKafka } from './kafka.ts';
import { addScramUser, type SaslListeners, USER } from './kafka-sasl.ts';
import { type Server, sleep, until } from './servers.ts';

const why = missingKafka();
const SENT = 'pipeline_events{pipeline="analytics.kafka",result="sent"}';
const SPOOLED = 'pipeline_events{pipeline="analytics.kafka",result="spooled"}';
const DEAD = 'pipeline_dead_letters{pipeline="analytics.http",to="topic",result="kept"}';
const FAILED = 'pipeline_send_attempts{pipeline="analytics.kafka",result="failed"}';

describe.skipIf(why !== undefined)(`events in a topic of Kafka${why ? ` (${why})` : ''}`, () => {
  let broker: Server & SaslListeners;
  let bidder: LocalServer;
  const folder = mkdtempSync(join(tmpdir(), 'auctor-kafka-spool-'));

  beforeAll(async () => {
    [broker, bidder] = await Promise.all([startKafka(), startBidder()]);
    await addScramUser(broker.port);
  });
  afterAll(async () => {
    await Promise.all([broker.remove(), bidder.close()]);
    rmSync(folder, { recursive: true, force: true });
  });

  const writer = (topic: string, more: object = {}) => {
    const module = kafka.create(
      kafka.options.parse({ brokers: [`127.0.0.1:${broker.port}`], topic, autocreate_topic: true, ...more }),
      analyticsEnv(200),
    );
    if (!module) throw new Error('is off');
    return module;
  };
  const send = (module: ReturnType<typeof writer>, ...items: readonly { id: string; text: string }[]): Promise<void> =>
    module.send({ channel: '', items: items.map((item) => ({ ...item, at: 1_700_000_000_000 })) }, new AbortController().signal);

  /** It trusts the certificate of the broker. */
  const host = (): Promise<AuctorProcess> =>
    startAuctor(
      {
        adapters: { generic: { enabled: true, endpoint: bidder.url } },
        analytics: {
          kafka: {
            brokers: [`localhost:${broker.saslTlsPort}`],
            tls: { enabled: true },
            sasl: { mechanism: 'SCRAM-SHA-512', ...USER },
            topic: 'killed',
            autocreate_topic: true,
            timeout_ms: 3000,
            batch: { count: 20, timeout_ms: 20 },
            retry: { first_ms: 50, max_ms: 200 },
          },
          spool: { folder },
        },
      },
      { NODE_EXTRA_CA_CERTS: broker.certificate },
    );
  const spoolFolder = join(folder, 'kafka');
  const spooledIds = async (): Promise<string[]> => {
    const files = readdirSync(spoolFolder).filter((name) => name.endsWith('.seg'));
    const records = await Promise.all(files.map((name) => undelivered(join(spoolFolder, name))));
    return records.flat().map(({ id }) => id);
  };

  test('have the id of the event as key', async () => {
    const module = writer('keys');
    await until('the topic exists', () =>
      send(module, { id: 'a', text: '{"id":"a"}' }, { id: 'b', text: '{"id":"b"}' }).then(
        () => true,
        () => false,
      ),
    );
    await module.stop?.();
    expect(await readTopic(broker.port, 'keys')).toEqual([
      { key: 'a', value: '{"id":"a"}' },
      { key: 'b', value: '{"id":"b"}' },
    ]);
  });

  test('are rejected for good if they are larger than the broker permits, and the next ones arrive', async () => {
    const module = writer('keys');
    const random = Array.from({ length: 400_000 }, (_, i) => Math.sin(i).toString(36).slice(3, 11)).join('');
    await expect(send(module, { id: 'large', text: random })).rejects.toBeInstanceOf(Undeliverable);
    await send(module, { id: 'c', text: '{}' });
    await module.stop?.();
    expect((await readTopic(broker.port, 'keys')).map(({ key }) => key)).toEqual(['a', 'b', 'c']);
  });

  test.each(['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512'])(
    'arrive at listeners that require a user with %s, not without the password',
    async (mechanism) => {
      for (const listener of [
        { brokers: [`127.0.0.1:${broker.saslPort}`] },
        { brokers: [`localhost:${broker.saslTlsPort}`], tls: { enabled: true, insecure_skip_verify: true } },
      ]) {
        const module = writer('keys', { ...listener, sasl: { mechanism, ...USER } });
        await send(module, { id: `${mechanism} at ${listener.brokers}`, text: '{}' });
        await module.stop?.();
        expect((await readTopic(broker.port, 'keys')).at(-1)?.key).toBe(`${mechanism} at ${listener.brokers}`);
        for (const wrong of [{ password: 'another' }, { username: 'nobody' }]) {
          const other = writer('keys', { ...listener, sasl: { mechanism, ...USER, ...wrong } });
          const failure = await send(other, { id: 'x', text: '{}' }).catch((cause: unknown) => inspect(cause, { depth: 10 }));
          expect(failure).toContain('SASL authentication failed');
          await other.stop?.();
        }
      }
    },
  );

  test('are not sent to a broker with a certificate of no authority, or without a user', async () => {
    const tls = writer('keys', {
      brokers: [`localhost:${broker.saslTlsPort}`],
      tls: { enabled: true },
      sasl: { mechanism: 'PLAIN', ...USER },
    });
    const untrusted = await send(tls, { id: 'x', text: '{}' }).catch((cause: unknown) => inspect(cause, { depth: 10 }));
    expect(untrusted).toContain('self-signed certificate');
    const anonymous = writer('keys', { brokers: [`127.0.0.1:${broker.saslPort}`] });
    await expect(send(anonymous, { id: 'x', text: '{}' })).rejects.toThrow('Connection closed');
    await Promise.all([tls.stop?.(), anonymous.stop?.()]);
  });

  test('that a collector rejects, or that are too large, are in the topic of dead letters', async () => {
    const collector = await serve(() => 400);
    const node = await startAuctor({
      adapters: { generic: { enabled: true, endpoint: bidder.url } },
      analytics: {
        http: { url: collector.url, batch: { timeout_ms: 20 } },
        kafka: { brokers: [`127.0.0.1:${broker.port}`], topic: 'events', autocreate_topic: true, events: [] },
        dead_letters: { topic: 'dead' },
      },
    });
    expect((await node.post('/openrtb2/auction', { ...validRequest(['generic']), id: 'rejected' })).status).toBe(200);
    await until('the letter is stored', async () => (await node.metric(DEAD)) === 1);
    await Promise.all([node.stop(), collector.close()]);
    const [record] = await readTopic(broker.port, 'dead');
    const letter = JSON.parse(record?.value ?? '{}') as { id: string; event: string };
    const event = JSON.parse(letter.event) as { id: string; request: { id: string } };
    expect({ ...letter, event: event.request.id }).toEqual({
      module: 'http',
      id: record?.key,
      at: expect.any(Number),
      cause: expect.stringContaining('400'),
      event: 'rejected',
    });
    expect(event.id).toBe(record?.key);

    const store = deadLettersOf('kafka', {
      ...analyticsEnv(200),
      metrics: new MetricsRegistry(),
      config: testConfig({ analytics: { kafka: { brokers: [`127.0.0.1:${broker.port}`] }, dead_letters: { topic: 'dead' } } }),
    });
    const text = Array.from({ length: 400_000 }, (_, i) => Math.sin(i).toString(36).slice(3, 11)).join('');
    await store?.({ items: [{ id: 'large', at: 1_700_000_000_000, text }] }, new Error('too large'));
    const last = (await readTopic(broker.port, 'dead')).at(-1);
    expect(JSON.parse(last?.value ?? '{}')).toEqual({
      module: 'kafka',
      id: 'large',
      at: 1_700_000_000_000,
      cause: 'too large',
      event: '',
      bytes: text.length,
    });
  });

  test('all arrive, repeated ones with the same id, after broker and host were killed under load', async () => {
    const first = await host();
    let requests = 0;
    let isLoading = true;
    const client = async (): Promise<void> => {
      while (isLoading) {
        const response = await first.post('/openrtb2/auction', { ...validRequest(), id: `r${requests++}` }).catch(() => undefined);
        if (!response) return;
        // The processors are for other tests too.
        await sleep(20);
      }
    };
    const load = Promise.all(Array.from({ length: 8 }, client));
    const metric = async (of: AuctorProcess, series: string): Promise<number> => (await of.metric(series)) ?? 0;
    await until('events have arrived', async () => (await metric(first, SENT)) >= 100);
    await broker.kill();
    await until('sends fail', async () => (await metric(first, FAILED)) >= 1);
    const during = await metric(first, SPOOLED);
    await until('events wait on disk', async () => (await metric(first, SPOOLED)) >= during + 100);
    first.signal('SIGKILL');
    await first.ended;
    isLoading = false;
    await load;
    const spooled = await spooledIds();
    expect(spooled.length).toBeGreaterThanOrEqual(100);

    const [second] = await Promise.all([host(), broker.start()]);
    await until('the spool is delivered', async () => (await metric(second, SENT)) >= spooled.length);
    await second.stop();
    await first.stop();
    const keys = (await readTopic(broker.port, 'killed')).map(({ key }) => key);
    const arrived = new Set(keys);
    expect(spooled.filter((id) => !arrived.has(id))).toEqual([]);
    expect(await spooledIds()).toEqual([]);
    console.log(
      `${requests} auctions, ${arrived.size} events, ${spooled.length} spooled at the kill, ${keys.length - arrived.size} repeated`,
    );
  });
});
