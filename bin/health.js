/**
 * Health check of containers, which have no curl: exits with 0 if the host in this container should receive requests. `AUCTOR_PORT` names
 * another port than 8000. A listener with `tls` is asked by HTTPS; its certificate names the public host, not this address.
 */
import { get } from 'node:http';
import { get as getSecurely } from 'node:https';

const TIMEOUT_MS = 2000;

const options = {
  host: '127.0.0.1',
  port: process.env.AUCTOR_PORT || 8000,
  path: '/readyz',
  agent: false,
  rejectUnauthorized: false,
  signal: AbortSignal.timeout(TIMEOUT_MS),
};

const statusBy = (call) =>
  new Promise((resolve, reject) => {
    call(options, (response) => resolve(response.resume().statusCode)).on('error', reject);
  });

try {
  const status = await statusBy(get).catch(() => statusBy(getSecurely));
  process.exitCode = status === 200 ? 0 : 1;
} catch {
  process.exitCode = 1;
}
