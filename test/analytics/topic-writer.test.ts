import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { afterAll, expect, test } from 'vitest';
import { TopicWriter } from '#src/analytics/topic-writer.ts';
import { kafkaOptions } from '#src/config/sections/analytics-kafka.ts';
import { makeCertificate } from '#test/helpers/certificate.ts';

const folder = mkdtempSync(join(tmpdir(), 'auctor-topic-'));
const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
makeCertificate('localhost', cert, key);
afterAll(() => rmSync(folder, { recursive: true }));

/** The server name in the handshake of a writer with these settings; false: none. */
async function serverNameOf(host: string, tls: object): Promise<string | false | null> {
  const { promise, resolve } = Promise.withResolvers<string | false | null>();
  const server = createServer({ cert: readFileSync(cert), key: readFileSync(key) }, (socket) => {
    resolve(socket.servername);
    socket.destroy();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const brokers = [`${host}:${port}`];
  const options = kafkaOptions.parse({ brokers, tls: { enabled: true, insecure_skip_verify: true, ...tls } });
  const writer = new TopicWriter(options);
  const appended = writer.append([{ id: 'a', text: '{}', at: 1 }], new AbortController().signal);
  await expect(appended).rejects.toThrow();
  const name = await promise;
  await writer.close();
  server.close();
  return name;
}

test('the handshake has the name of the broker unless it is an address or names are off', async () => {
  expect(await serverNameOf('localhost', {})).toBe('localhost');
  expect(await serverNameOf('localhost', { send_server_name: false })).toBe(false);
  expect(await serverNameOf('127.0.0.1', {})).toBe(false);
});
