/**
 * Ports for servers of others, which cannot say which port the system gave them. Each worker has a range of its own, below the
 * ports the system gives away by itself, so that nobody of this run takes a port between its choice and its server's start. A
 * server of another run may hold it all the same: whoever starts a server asks for another port then.
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

/** A port of this worker that nobody listens on; never the same twice before all have been had. */
export async function reservePort(): Promise<number> {
  for (let tries = 0; tries < RANGE; tries++) {
    next = (next + 1) % RANGE;
    const port = FIRST + worker * RANGE + next;
    if (await isFree(port)) return port;
  }
  throw new Error(`no free port from ${FIRST + worker * RANGE} to ${FIRST + (worker + 1) * RANGE - 1}`);
}
