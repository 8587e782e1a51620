/** The public listener with TLS: both versions of HTTP, a certificate exchanged while it runs, and a socket file beside it. */
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCertificate } from '#test/helpers/certificate.ts';
import { type ConfiguredProcess, type LocalServer, startAuctor, startBidder } from './host.ts';
import { auction } from './load.ts';
import { until } from './servers.ts';

const folder = mkdtempSync(join(tmpdir(), 'auctor-tls-'));
const [cert, key, socketPath] = [join(folder, 'cert.pem'), join(folder, 'key.pem'), join(folder, 'auctor.sock')];
let bidder: LocalServer;
let host: ConfiguredProcess;

function install(name: string): void {
  copyFileSync(join(folder, `${name}.key`), key);
  copyFileSync(join(folder, `${name}.pem`), cert);
}

const portOf = (): number => Number(new URL(host.url).port);

const servedName = (): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port: portOf(), host: '127.0.0.1', rejectUnauthorized: false }, () => {
      resolve(String(socket.getPeerCertificate().subject.CN));
      socket.end();
    });
    socket.once('error', reject);
  });

beforeAll(async () => {
  bidder = await startBidder();
  for (const name of ['first.example', 'second.example']) makeCertificate(name, join(folder, `${name}.pem`), join(folder, `${name}.key`));
  install('first.example');
  host = await startAuctor({
    variant: 'java',
    unix_socket_enable: true,
    unix_socket_name: socketPath,
    tls: { cert, key, check_interval_ms: 20 },
    adapters: { generic: { enabled: true, endpoint: bidder.url } },
  });
});
afterAll(async () => {
  await host?.stop();
  await bidder?.close();
  rmSync(folder, { recursive: true });
});

test('a host with TLS runs auctions over HTTP/1.1 and over HTTP/2', async () => {
  const first = await new Promise<string>((resolve, reject) => {
    const sent = request(
      { port: portOf(), path: '/openrtb2/auction', method: 'POST', rejectUnauthorized: false, agent: false },
      (response) => {
        resolve(`${response.httpVersion} ${response.statusCode}`);
        response.resume();
      },
    );
    sent.once('error', reject);
    sent.end(auction);
  });
  const session = connectHttp2(host.url.replace('http:', 'https:'), { rejectUnauthorized: false });
  const statuses = await Promise.all(
    Array.from(
      { length: 3 },
      () =>
        new Promise<unknown>((resolve, reject) => {
          const stream = session.request({ ':method': 'POST', ':path': '/openrtb2/auction' });
          stream.once('response', (headers) => resolve(headers[':status']));
          stream.once('error', reject);
          stream.resume();
          stream.end(auction);
        }),
    ),
  );
  const protocol = session.alpnProtocol;
  session.close();
  expect([first, protocol, statuses]).toEqual(['1.1 200', 'h2', [200, 200, 200]]);
});

test('the console calls the public port with TLS', async () => {
  const tried = await fetch(`${host.adminUrl}/console/try`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint: '/openrtb2/auction', body: String(auction) }),
  });
  expect(await tried.json()).toMatchObject({ status: 200 });
  expect(JSON.parse((await host.admin('GET', '/console/bidders')).body)).toMatchObject([{ code: 'generic' }]);
});

test('the socket file serves plain HTTP beside it', async () => {
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const sent = httpRequest({ socketPath, path: '/readyz', agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.once('error', reject);
    sent.end();
  });
  expect(status).toBe(200);
});

test('a changed certificate is served without a restart, and an unusable one is not', async () => {
  expect(await servedName()).toBe('first.example');
  writeFileSync(cert, 'no certificate');
  await until('it is logged', () => host.lines.some((line) => line.includes('the last good one remains')));
  expect(await servedName()).toBe('first.example');
  install('second.example');
  await until('the new one is served', async () => (await servedName()) === 'second.example');
});
