/** The endpoints of auctions in a process that is as busy as it may be, and requests to them as bytes. */
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { EndpointName } from '#src/auction/auction.ts';
import { stages } from '#src/host/app.ts';
import { logAccess } from '#src/http/access-log.ts';
import { Admission } from '#src/http/admission.ts';
import { registerAmp } from '#src/http/amp.ts';
import { registerAuction } from '#src/http/auction.ts';
import { observeEarly } from '#src/http/early.ts';
import { prepareListeners } from '#src/http/listeners.ts';
import { makeServer } from '#src/http/server.ts';
import { registerVideo } from '#src/http/video.ts';
import { AuctionCounts } from '#src/metrics/auctions.ts';
import { countHttpResponses } from '#src/metrics/http-responses.ts';
import { silentLog } from '#src/platform/log.ts';
import { testServices } from '#test/helpers/services.ts';

export const MAX_BODY = 1000;

const open: FastifyInstance[] = [];
const sockets: Socket[] = [];

/** Closes all apps and connections; call it after each test. */
export async function closeBusy(): Promise<void> {
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(open.splice(0).map((app) => app.close()));
}

/** @param more settings @param addRoutes besides those of auctions */
export async function startBusy(more: object = {}, addRoutes: (app: FastifyInstance) => void = () => {}) {
  const lines: object[] = [];
  const settings = {
    host: '127.0.0.1',
    port: 0,
    max_request_size: MAX_BODY,
    keep_alive_timeout_seconds: 7,
    admission: { max_live_auctions: 1, retry_after_seconds: 3 },
    access_log: { enabled: true },
    video: { enable_deprecated_endpoint: true },
    ...more,
  };
  const services = testServices({ settings, log: { ...silentLog, info: (fields: object) => void lines.push(fields) } });
  const admission = new Admission(services.config.admission);
  admission.admit({ tmaxMs: () => 1000, start() {}, reject() {} });
  const app = makeServer(services);
  open.push(app);
  let routed = 0;
  let parsed = 0;
  app.server.on('request', () => parsed++);
  const accepted: Socket[] = [];
  app.server.on('connection', (socket: Socket) => accepted.push(socket));
  app.addHook('onRequest', async () => {
    routed++;
  });
  logAccess(app, services);
  const count = countHttpResponses(app, services.metrics);
  observeEarly(app, ({ path, status }) => count(path, status));
  const host = { services, stages, admission, counts: new AuctionCounts(services) };
  for (const register of [registerAuction, registerAmp, registerVideo]) register(app, host);
  addRoutes(app);
  const listeners = prepareListeners(app, services.config, false);
  await listeners.open();
  const { port } = app.server.address() as AddressInfo;
  return {
    admission,
    app,
    lines,
    listeners,
    metrics: services.metrics,
    port,
    /** Of the last connection that it accepted. */
    bytesRead: () => accepted.at(-1)?.bytesRead,
    /** Requests that Node's parser has read. */
    parsed: () => parsed,
    routed: () => routed,
    send: (bytes: string) => exchange(port, bytes),
  };
}

/** One connection to an app. */
export async function openConnection(port: number) {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  await once(socket, 'connect');
  let received = '';
  let onData = (): void => {};
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
    onData();
  });
  socket.on('error', () => {});
  const closed = once(socket, 'close');
  return {
    /** All that is received until the end of the connection. */
    text: () => closed.then(() => received),
    write: (bytes: string) => void socket.write(bytes, 'latin1'),
    /** The next responses of this connection; dates are removed. */
    responses: (count: number): Promise<string> =>
      new Promise((resolve) => {
        onData = () => {
          if (received.split(/^HTTP\/1\.1 /m).length <= count || !received.endsWith('\n')) return;
          const text = received.replaceAll(/Date: .*\r\n/g, '');
          [received, onData] = ['', () => {}];
          resolve(text);
        };
        onData();
      }),
  };
}

/** Sends bytes; returns what is received until the last of `responses`, or until the end of the connection. Dates are removed. */
const exchange = (port: number, bytes: string, responses = bytes.split('HTTP/1').length - 1): Promise<string> =>
  new Promise((resolve) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      if (received.split('try again later.\n').length > responses && !/^connection: close/im.test(received)) socket.destroy();
    });
    socket.on('error', () => {});
    socket.once('close', () => resolve(received.replaceAll(/Date: .*\r\n/g, '')));
  });

export const REQUESTS: readonly (readonly [EndpointName, string, string])[] = [
  ['auction', 'POST /openrtb2/auction', '{"id":"a"}'],
  ['video', 'POST /openrtb2/video', '{"id":"a"}'],
  ['amp', 'GET /openrtb2/amp', ''],
];
export const HEADERS = ['', 'origin: https://page.example\r\n', 'connection: close\r\n', 'ORIGIN: http://a\r\ncookie: uids=x\r\n'];
export const QUERIES = [
  '',
  '?tag_id=1',
  '?__amp_source_origin=https%3A%2F%2Fpub.example&__amp_source_origin=b',
  '?__amp_source_origin=a%0d%0ab%3A+c',
  '?=',
];

export const requestOf = (line: string, headers: string, body: string, version = '1.1'): string =>
  `${line} HTTP/${version}\r\nhost: a\r\n${headers}content-length: ${body.length}\r\n\r\n${body}`;
