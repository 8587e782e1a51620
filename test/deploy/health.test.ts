/** The health check of containers. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeCertificate } from '#test/helpers/certificate.ts';

const folder = mkdtempSync(join(tmpdir(), 'auctor-health-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
makeCertificate('bids.example', certFile, keyFile);
const certificate = { cert: readFileSync(certFile), key: readFileSync(keyFile) };

const CHECK = join(import.meta.dirname, '../../bin/health.js');

/** Exit code of the check for a host at this port. */
async function codeOf(port: number): Promise<unknown> {
  const check = spawn(process.execPath, [CHECK], { env: { ...process.env, AUCTOR_PORT: String(port) }, stdio: 'ignore' });
  return ((await once(check, 'exit')) as unknown[])[0];
}

test.each(['http', 'https'])('is good only while a listener of %s is ready', async (protocol) => {
  let status = 200;
  const listener: RequestListener = ({ url }, response) => void response.writeHead(url === '/readyz' ? status : 404).end();
  const server = protocol === 'http' ? createServer(listener) : createSecureServer(certificate, listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  expect(await codeOf(port)).toBe(0);
  status = 503;
  expect(await codeOf(port)).toBe(1);
  server.close();
  await once(server, 'close');
  expect(await codeOf(port)).toBe(1);
});
