/**
 * The public listener, at an address or a socket file or both, and its end without a lost request: clients are asked to open their next
 * connection elsewhere, the listener closes, and connections end only after their last response. A connection that is closed while a client
 * writes to it would cost that client a request.
 */
import { createServer } from 'node:http';
import type { ServerHttp2Session } from 'node:http2';
import { type Server as NetServer, Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { HostConfig } from '#src/config/schema.ts';
import { shareLimit } from './connections.ts';
import { endEarly } from './early.ts';
import type { HeadLimit } from './head-limit.ts';
import { checkFree, listen, listening } from './listen.ts';
import { httpLimits } from './server.ts';

/** ms that idle connections stay open after the listener is closed: a client may have written just before. */
const LINGER_MS = 250;
const CHECK_MS = 10;

export interface Listeners {
  open(): Promise<void>;
  /** From now on every response asks its client to close the connection. */
  drain(): void;
  /** Closes the listeners; settles when no connection is left, or when the idle ones have had their time. */
  stopAccepting(): Promise<void>;
}

type AddressOptions = Pick<HostConfig, 'host' | 'port' | 'unix_socket_enable' | 'unix_socket_name' | 'server' | 'rules'>;

type Options = AddressOptions &
  HeadLimit &
  Pick<HostConfig, 'keep_alive_timeout_seconds' | 'header_timeout_ms' | 'request_timeout_ms' | 'stall_timeout_ms'>;

/** Whether there is a listener at address and port. */
const hasAddress = ({ unix_socket_enable: hasSocket, server: { http }, rules }: AddressOptions): boolean =>
  http.enabled ?? (!hasSocket || rules.listenBesideSocket);

/** Rejects if the public listener could not be opened, for example because another process has its port. */
export async function checkListeners(options: AddressOptions): Promise<void> {
  const { host, port, unix_socket_enable: hasSocket, unix_socket_name: path } = options;
  if (hasAddress(options)) await checkFree({ host, port });
  if (hasSocket) await checkFree({ path });
}

/** Call it before the app listens. @param isWorker this process is a worker of a cluster */
export function prepareListeners(app: FastifyInstance, options: Options, isWorker: boolean): Listeners {
  const servers: NetServer[] = [];
  const sessions = new Set<ServerHttp2Session>();
  let isDraining = false;
  app.server.on('session', (session: ServerHttp2Session) => {
    sessions.add(session);
    session.once('close', () => sessions.delete(session));
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    // HTTP/2 has no such header: its sessions end by a frame.
    if (isDraining && request.raw.httpVersionMajor < 2) reply.header('Connection', 'close');
    done(null, payload);
  });
  return {
    async open() {
      const { host, port, unix_socket_enable: hasSocket, unix_socket_name: path } = options;
      if (hasAddress(options)) servers.push(...(await listen(app, { host, port }, isWorker)));
      else await app.listen({ path });
      if (hasSocket && hasAddress(options)) servers.push(await openSocket(app, path, options));
    },
    drain() {
      isDraining = true;
      endEarly(app);
    },
    async stopAccepting() {
      const open = [...new Set([app.server, ...servers])].filter((server) => server.listening);
      // The kernel resets connections that were not accepted yet: close right after a turn of the loop that accepted all.
      await new Promise(setImmediate);
      // Not the HTTP server's own `close`, which ends idle connections at once.
      for (const server of open) Server.prototype.close.call(server);
      for (const session of sessions) session.close();
      for (let waited = 0; waited < LINGER_MS && (await connectionsOf(open)) > 0; waited += CHECK_MS) await pause();
    },
  };
}

/** A second server of the same app, with the same limits; its connections count with those of the first. */
async function openSocket(app: FastifyInstance, path: string, options: Options): Promise<NetServer> {
  const limits = { ...httpLimits(options), keepAliveTimeout: options.keep_alive_timeout_seconds * 1000 };
  const server = createServer(limits, (request, response) => void app.server.emit('request', request, response));
  shareLimit(app.server, server);
  server.setTimeout(options.stall_timeout_ms);
  await listening(server, { path });
  return server;
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, CHECK_MS));

async function connectionsOf(servers: readonly NetServer[]): Promise<number> {
  const counts = await Promise.all(
    servers.map((server) => new Promise<number>((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)))),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}
