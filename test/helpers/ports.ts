/**
 * Ports for external servers, which cannot report the port the system assigned. Each worker has a range of its own, below the system's
 * ephemeral ports, so that no other worker takes a port between its choice and the server's start. A server of another run may still hold
 * it: the starter then requests another port.
 */
import { once } from 'node:events';
import { createServer } from 'node:net';

const FIRST = 20_000;
const RANGES = 20;
const RANGE = 600;

const worker = Number(process.env['VITEST_POOL_ID'] ?? 0) % RANGES;
let next = Math.floor(Math.random() * RANGE);

const isFree = async (port: number): Promise<boolean> => {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
};

/** An unused port of this worker; never repeated before all have been used. */
export async function reservePort(): Promise<number> {
  for (let tries = 0; tries < RANGE; tries++) {
    next = (next + 1) % RANGE;
    const port = FIRST + worker * RANGE + next;
    if (await isFree(port)) return port;
  }
  throw new Error(`no free port from ${FIRST + worker * RANGE} to ${FIRST + (worker + 1) * RANGE - 1}`);
}
