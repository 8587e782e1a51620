/**
 * Bidders at the lowest cost per request, in a process of their own: the path `/delay/N` responds after N ms with the same bytes, one bid
 * per imp of the request in `../request.ts`. Arguments: number of imps, number of ports: bidders of a host have origins of their own, and so
 * connections of their own. Prints the ports.
 */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { benchRequest, benchResponse } from '../request.ts';

const body = Buffer.from(JSON.stringify(benchResponse(benchRequest([], Number(process.argv[2] ?? 1), false))));
const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
const response = Buffer.concat([Buffer.from(head), body]);

const HEAD_END = '\r\n\r\n';

/** The bytes of the first request in `received`, and its delay in ms; undefined: it is not complete. */
function firstRequest(received: Buffer): { length: number; delayMs: number } | undefined {
  const end = received.indexOf(HEAD_END);
  if (end < 0) return undefined;
  const headers = received.toString('latin1', 0, end);
  const length = end + HEAD_END.length + Number(/content-length: (\d+)/i.exec(headers)?.[1] ?? 0);
  return received.length < length ? undefined : { length, delayMs: Number(/^POST \/delay\/(\d+)/.exec(headers)?.[1] ?? 0) };
}

function serve(socket: Socket): void {
  let received: Buffer = Buffer.alloc(0);
  const respond = (): void => void (socket.writable && socket.write(response));
  socket.on('error', () => {});
  socket.on('data', (bytes: Buffer) => {
    received = received.length === 0 ? bytes : Buffer.concat([received, bytes]);
    for (let request = firstRequest(received); request; request = firstRequest(received)) {
      received = received.subarray(request.length);
      setTimeout(respond, request.delayMs);
    }
  });
}

const servers = Array.from({ length: Number(process.argv[3] ?? 1) }, () =>
  createServer({ noDelay: true }, serve).listen({ port: 0, host: '127.0.0.1', backlog: 511 }),
);
await Promise.all(servers.map((server) => once(server, 'listening')));
const ports = servers.map((server) => (server.address() as AddressInfo).port);
console.log(JSON.stringify({ port: ports[0], ports }));
process.on('SIGTERM', () => process.exit(0));
