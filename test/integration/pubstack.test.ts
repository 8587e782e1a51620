/** The analytics of Pubstack with a real service that delivers its configuration, changes it, and fails once. */
import { once } from 'node:events';
import { createServer, type Server as HttpServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { validRequest } from '#test/helpers/auction.ts';
import { type AuctorProcess, type LocalServer, startAuctor, startBidder } from './host.ts';
import { until } from './servers.ts';

const SCOPE = 'scope é/1';

interface Delivery {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly events: readonly { scope: string; Request?: { id: string } }[];
}

/** The vendor: a configuration for GETs, and what it received. */
class Vendor {
  readonly received: Delivery[] = [];
  readonly fetched: string[] = [];
  /** The response with the configuration. */
  config = { status: 503, body: '' };
  readonly #server: HttpServer;

  constructor() {
    this.#server = createServer((request, response) => {
      const { url = '', method, headers } = request;
      if (method === 'GET') {
        this.fetched.push(url);
        response.writeHead(this.config.status).end(this.config.body);
        return;
      }
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const lines = gunzipSync(Buffer.concat(chunks)).toString('utf8').trimEnd().split('\n');
        this.received.push({ path: url, headers, events: lines.map((line) => JSON.parse(line) as Delivery['events'][number]) });
        response.end();
      });
    });
  }

  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return this.url;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** @param on enabled features */
  deliver(path: string, ...on: string[]): void {
    const features = Object.fromEntries(['auction', 'amp', 'video', 'cookiesync', 'setuid'].map((name) => [name, on.includes(name)]));
    this.config = { status: 200, body: JSON.stringify({ scopeId: SCOPE, endpoint: `${this.url}${path}`, features }) };
  }

  idsAt(path: string): string[] {
    return this.received
      .filter((delivery) => delivery.path === path)
      .flatMap(({ events }) => events.map(({ Request }) => Request?.id ?? ''));
  }

  /** Waits for the next request for the configuration, and the one after it: the first one's response has been used then. */
  async refreshed(): Promise<void> {
    const before = this.fetched.length;
    await until('the configuration is read', () => this.fetched.length >= before + 2);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

describe('Pubstack', () => {
  let vendor: Vendor;
  let bidder: LocalServer;

  beforeAll(async () => {
    vendor = new Vendor();
    [bidder] = await Promise.all([startBidder(), vendor.listen()]);
  });
  afterAll(() => Promise.all([vendor.close(), bidder.close()]));

  const host = (pubstack: object): Promise<AuctorProcess> =>
    startAuctor({
      adapters: { generic: { enabled: true, endpoint: bidder.url } },
      analytics: { pubstack: { enabled: true, endpoint: vendor.url, scopeid: SCOPE, configuration_refresh_delay: '1s', ...pubstack } },
    });
  const auction = async (auctor: AuctorProcess, id: string): Promise<void> => {
    expect((await auctor.post('/openrtb2/auction', { ...validRequest(['generic']), id })).status).toBe(200);
  };

  test('receives the features that it enables, by its newest valid configuration', async () => {
    vendor.deliver('/v1', 'auction');
    const auctor = await host({ buffers: { size: '2MB', count: 2, timeout: '900s' } });
    await vendor.refreshed();
    expect(vendor.fetched[0]).toBe('/bootstrap?scopeId=scope%20%C3%A9%2F1');
    for (const id of ['a', 'b', 'c']) await auction(auctor, id);
    await auctor.post('/cookie_sync', {});
    await until('a full buffer is sent', () => vendor.idsAt('/v1/intake/auction').length === 2);
    const [first] = vendor.received;
    expect(first?.headers).toMatchObject({ 'content-type': 'application/octet-stream', 'content-encoding': 'gzip' });
    expect(first?.events.map(({ scope }) => scope)).toEqual([SCOPE, SCOPE]);

    vendor.config = { status: 200, body: '[]' };
    await vendor.refreshed();
    await auction(auctor, 'd');
    await until('the old configuration is in use', () => vendor.idsAt('/v1/intake/auction').length === 4);

    await auction(auctor, 'e');
    vendor.deliver('/v2', 'cookiesync');
    await until('the disabled feature is flushed to its address', () => vendor.idsAt('/v1/intake/auction').includes('e'));
    await auction(auctor, 'f');
    await auctor.post('/cookie_sync', {});
    await auctor.stop();
    expect(vendor.received.map(({ path, events }) => [path, events.map(({ Request }) => Request?.id)])).toEqual([
      ['/v1/intake/auction', ['a', 'b']],
      ['/v1/intake/auction', ['c', 'd']],
      ['/v1/intake/auction', ['e']],
      ['/v2/intake/cookiesync', [undefined]],
    ]);
    expect(auctor.lines.some((line) => line.includes('unexpected configuration format'))).toBe(true);
  });
});
