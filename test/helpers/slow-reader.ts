/**
 * A process of its own: opens a tap for each address it receives and reads none. Sends `open` when all are open; after the next message the
 * first one reads, and reports the number of received and lost events.
 */
import { once } from 'node:events';
import { WebSocket } from 'ws';

const [addresses] = (await once(process, 'message')) as [string[]];
const sockets: WebSocket[] = [];
let [events, dropped] = [0, 0];

function onData(data: unknown): void {
  for (const line of String(data).split('\n')) {
    if (line.includes('"action":"test"')) events++;
    if (line.includes('"type":"dropped"')) dropped = (JSON.parse(line) as { total: number }).total;
  }
  process.send?.({ events, dropped });
}

for (const address of addresses) {
  const socket = new WebSocket(address);
  await once(socket, 'open');
  if (sockets.length === 0) socket.on('message', onData);
  socket.pause();
  sockets.push(socket);
}
process.send?.('open');
await once(process, 'message');
sockets[0]?.resume();
