/** A server that writes the bytes of its responses itself: for responses that no HTTP library would send. */
import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface RawServer {
  readonly origin: string;
  /** Complete requests, as received. */
  readonly requests: string[];
  /** All connections so far. */
  readonly sockets: Socket[];
  close(): Promise<void>;
}

/** @param respond called for each complete request */
export async function rawServer(respond: (socket: Socket, request: string) => void): Promise<RawServer> {
  const requests: string[] = [];
  const sockets: Socket[] = [];
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.push(socket);
    let received = '';
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1');
      const end = received.indexOf('\r\n\r\n');
      const length = Number(/content-length: (\d+)/.exec(received)?.[1] ?? 0);
      if (end < 0 || received.length < end + 4 + length) return;
      const request = received;
      received = '';
      requests.push(request);
      respond(socket, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    sockets,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** A complete response whose connection stays open. */
export const rawResponse = (body: string, headers = ''): string =>
  `HTTP/1.1 200 OK\r\n${headers}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
