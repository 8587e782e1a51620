/** What an auction waits for ends with it: real stages, a real connection to a store that is slow, and hooks that wait. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runAuction } from '#machines/run.ts';
import { stages } from '#src/app.ts';
import { AbortScope } from '#src/auction/abort-scope.ts';
import { newAuction } from '#src/auction/new-auction.ts';
import { hostSchema } from '#src/config/schema.ts';
import { PoolTransport } from '#src/outside/http.ts';
import { silentLog } from '#src/outside/log.ts';
import { createHttpStore } from '#src/stores/http.ts';
import { createStoredData } from '#src/stores/stored-data.ts';
import { incoming, validRequest } from '#test/helpers/auction.ts';
import { moduleServices } from '#test/helpers/modules.ts';
import { type TestServices, testServices } from '#test/helpers/services.ts';

/** Services whose stored requests lie with a server that never answers; what it was asked, when it was. */
async function behindSlowStore(): Promise<{ services: TestServices; asked: Promise<ServerResponse> }> {
  const { promise: asked, resolve } = Promise.withResolvers<ServerResponse>();
  const server = createServer((_request, response) => resolve(response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const transport = new PoolTransport(hostSchema.parse({}).http_client, false);
  onTestFinished(async () => {
    await transport.close();
    server.closeAllConnections();
    server.close();
  });
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { http } = hostSchema.parse({ stored_requests: { http: { endpoint } } }).stored_requests;
  // The clock stands still: no time limit ends the call.
  const services = testServices();
  const env = { clock: services.clock, log: silentLog, metrics: services.metrics };
  const store = createHttpStore({ name: 'slow', options: http, kinds: ['request', 'imp'], variant: 'go', transport }, env);
  const stored = createStoredData({ stores: () => [store], categories: [], variant: 'go' });
  return { services: { ...services, stored }, asked };
}

test('a slow store is no longer asked when the client has disconnected', async () => {
  const { services, asked } = await behindSlowStore();
  const body = JSON.stringify({ ...validRequest(), ext: { prebid: { storedrequest: { id: 'any' } } } });
  const { promise: finished, resolve } = Promise.withResolvers<number | undefined>();
  const auction = newAuction('auction', incoming({ body: Buffer.from(body) }), services, ({ reply }) => resolve(reply?.status));
  const { leave } = runAuction(auction, services, stages);
  const response = await asked;
  const closed = once(response, 'close');
  expect(auction.abort.signal.aborted).toBe(false);
  leave();
  expect(await finished).toBe(499);
  await closed;
  expect([auction.abort.signal.aborted, response.writableFinished]).toEqual([true, false]);
});

test('a hook that waits for somebody learns that the client has disconnected', async () => {
  const { promise: waiting, resolve } = Promise.withResolvers<AbortSignal>();
  const services = moduleServices({
    processed_auction_request: [
      {
        hooks: {
          a: (_, { signal }) => {
            resolve(signal);
            return new Promise(() => {});
          },
        },
      },
    ],
  });
  const body = Buffer.from(JSON.stringify(validRequest()));
  const { leave } = runAuction(
    newAuction('auction', incoming({ body }), services, () => {}),
    services,
    stages,
  );
  const signal = await waiting;
  expect(signal.aborted).toBe(false);
  leave();
  expect(signal.aborted).toBe(true);
});

test('an auction that waits for nobody makes no signal', () => {
  const services = testServices();
  const made = vi.spyOn(AbortScope.prototype, 'signal', 'get');
  onTestFinished(() => made.mockRestore());
  const { promise, resolve } = Promise.withResolvers<void>();
  const body = Buffer.from(JSON.stringify(validRequest([])));
  runAuction(
    newAuction('auction', incoming({ body }), services, () => resolve()),
    services,
    stages,
  );
  expect(made).not.toHaveBeenCalled();
  return promise;
});
