/** A reverse proxy on loopback that serves a listener below another path, with its WebSockets, and passes `Host` on. */
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** @param path such as `/ops`; @returns the address to which paths of the listener are appended */
export async function startPathProxy(origin: string, path: string): Promise<{ readonly url: string; close(): void }> {
  const forward = ({ url = '', method, headers }: IncomingMessage) => {
    const { pathname, search } = new URL(url, origin);
    // What lies beside the path is another service.
    const forwarded = pathname.startsWith(`${path}/`) ? pathname.slice(path.length) : '/elsewhere';
    return request(`${origin}${forwarded}${search}`, { ...(method ? { method } : {}), headers });
  };
  const server = createServer((incoming, outgoing) => {
    const sent = forward(incoming).on('response', (response) => {
      outgoing.writeHead(response.statusCode ?? 500, response.headers);
      response.pipe(outgoing);
    });
    incoming.pipe(sent);
  });
  server.on('upgrade', (incoming, socket) => {
    const sent = forward(incoming).on('upgrade', ({ headers }, upstream, first) => {
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`);
      socket.write(first);
      upstream.on('error', () => socket.destroy()).pipe(socket);
      socket.on('error', () => upstream.destroy()).pipe(upstream);
    });
    sent.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
