/** A Redis that accepts connections and never responds on them. */
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import redis from '#src/analytics/redis.ts';
import { analyticsEnv } from '#test/helpers/analytics.ts';

let server: Server;
let isSilent = true;
let connections = 0;
const sockets: Socket[] = [];
/** Ids of the written events. */
const written: string[] = [];

beforeEach(async () => {
  isSilent = true;
  connections = 0;
  written.length = 0;
  server = createServer((socket) => {
    connections++;
    const respond = !isSilent;
    sockets.push(socket);
    socket.on('error', () => {});
    socket.on('data', (sent) => {
      const text = sent.toString();
      if (!respond) return;
      for (const [, id] of text.matchAll(/"id":"(\w+)"/g)) written.push(String(id));
      socket.write('$0\r\n\r\n'.repeat(text.match(/^\*\d/gm)?.length ?? 0));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.close();
});

/** `timeout_ms` of the module, and of each attempt, which its sender abandons then. */
function writer(timeoutMs: number) {
  const { port } = server.address() as { readonly port: number };
  const module = redis.create(redis.options.parse({ enabled: true, port, timeout_ms: timeoutMs }), analyticsEnv(0));
  if (!module) throw new Error('is off');
  const send = (id: string, signal = AbortSignal.timeout(timeoutMs)): Promise<void> =>
    module.send({ channel: '', items: [{ id, at: 0, text: `{"id":"${id}"}` }] }, signal);
  return { send, stop: () => module.stop?.() };
}

test('is connected to again until it responds', async () => {
  const { send, stop } = writer(100);
  for (const id of ['a', 'b', 'c']) await expect(send(id)).rejects.toThrow();
  isSilent = false;
  await vi.waitFor(() => send('d'), 60_000);
  expect(connections).toBeGreaterThan(1);
  // A slow machine may repeat it.
  expect(new Set(written)).toEqual(new Set(['d']));
  await stop?.();
});

test('gets no event of an attempt that was abandoned before there was a connection', async () => {
  isSilent = false;
  const { send, stop } = writer(60_000);
  await expect(send('a', AbortSignal.abort())).rejects.toThrow();
  await send('b');
  expect(written).toEqual(['b']);
  await stop?.();
});
