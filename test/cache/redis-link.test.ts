/** A connection to a server that stops responding. */
import { createServer, type Server } from 'node:net';
import { afterAll, expect, test, vi } from 'vitest';
import { RedisLink } from '#src/cache/redis-link.ts';
import { hostSchema } from '#src/config/schema.ts';
import { silentLog } from '#src/platform/log.ts';

let isHanging = false;
let connections = 0;

/** Responds to every command with an empty text. */
const server: Server = createServer((socket) => {
  connections++;
  isHanging = false;
  socket.on('error', () => {});
  socket.on('data', (sent) => {
    const commands = sent.toString().match(/^\*\d/gm)?.length ?? 0;
    if (!isHanging) socket.write('$0\r\n\r\n'.repeat(commands));
  });
});
afterAll(() => void server.close());

test('has up to 1,000 commands in flight, and is replaced by a new one if it hangs', async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { readonly port: number };
  const { cache } = hostSchema.parse({ cache: { redis: { port } } });
  const link = new RedisLink(cache.redis, silentLog, { lost: 'lost', restored: 'restored' });
  const get = () => link.send((redis) => redis.get('key'));
  const responds = () => expect(get()).resolves.toBe('');
  await vi.waitFor(responds);
  const inFlight = Array.from({ length: 1000 }, async () => get());
  expect(get()).toBeUndefined();
  await Promise.all(inFlight);
  await responds();
  isHanging = true;
  await expect(get()).rejects.toThrow();
  await vi.waitFor(responds, 5000);
  expect(connections).toBe(2);
  link.stop();
});
