/** A complete host on ephemeral ports, with real sockets to bidders of configurable behaviour. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadConfig } from '#src/config/load.ts';
import { type Host, makeHost } from '#src/host/host.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { silentLog } from '#src/platform/log.ts';

export interface BidderServer {
  readonly origin: string;
  readonly requests: { readonly url: string; readonly headers: IncomingMessage['headers']; readonly body: string }[];
  close(): Promise<void>;
}

/** A bidder's server; `answer` is called for each complete request. */
export async function bidderServer(
  respond: (request: IncomingMessage, response: ServerResponse, body: string) => void,
): Promise<BidderServer> {
  const requests: BidderServer['requests'] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      requests.push({ url: request.url ?? '', headers: request.headers, body });
      respond(request, response, body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** One bid per imp, as plain OpenRTB. */
export function bidOnAll(body: string, price = 1): string {
  const request = JSON.parse(body) as BidRequest;
  const bid = request.imp.map(({ id }, i) => ({ id: `b${i}`, impid: id, price, adm: '<p>ad</p>', crid: 'c', w: 300, h: 250, mtype: 1 }));
  return JSON.stringify({ id: request.id, cur: 'USD', seatbid: [{ bid }] });
}

export interface RunningHost extends Host {
  readonly origin: string;
  readonly adminOrigin: string;
}

/** Starts a host with these settings on ephemeral loopback ports. */
export async function startTestHost(settings: object): Promise<RunningHost> {
  const gdpr = { default_value: '0', vendorlist: { live: { enabled: false } } };
  // The machine may be busy with other tests, which must not reject auctions.
  const base = { host: '127.0.0.1', port: 0, admin_port: 0, data_dir: '', gdpr, admission: { max_wait_ms: 60_000 }, warm_up_auctions: 0 };
  const host = await makeHost(loadConfig(undefined, {}, { ...base, ...settings }), silentLog, { demo: false });
  const { port, adminPort } = await host.listen();
  return { ...host, origin: `http://127.0.0.1:${port}`, adminOrigin: `http://127.0.0.1:${adminPort}` };
}
