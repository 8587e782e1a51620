/** Pending work of an auction ends with it: real stages, a real connection to a slow store, and waiting hooks. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runAuction } from '#machines/run.ts';
import type { TimelineEntry } from '#src/auction/auction.ts';
import { newAuction } from '#src/auction/new-auction.ts';
import type { HookStage } from '#src/config/hook-stages.ts';
import { hostSchema } from '#src/config/schema.ts';
import { stages } from '#src/host/app.ts';
import { AbortScope } from '#src/lang/abort-scope.ts';
import { PoolTransport } from '#src/net/http.ts';
import { silentLog } from '#src/platform/log.ts';
import { createHttpStore } from '#src/stores/http.ts';
import { createStoredData } from '#src/stores/stored-data.ts';
import { incoming, validRequest } from '#test/helpers/auction.ts';
import { dialects } from '#test/helpers/dialects.ts';
import { moduleServices } from '#test/helpers/modules.ts';
import { type TestServices, testServices } from '#test/helpers/services.ts';

/** Services whose stored requests are on a server that never responds; its requests, once there are any. */
async function behindSlowStore(): Promise<{ services: TestServices; responding: Promise<ServerResponse> }> {
  const { promise: responding, resolve } = Promise.withResolvers<ServerResponse>();
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
  // The clock stands still: no timeout ends the call.
  const services = testServices();
  const env = { clock: services.clock, log: silentLog, metrics: services.metrics };
  const store = createHttpStore({ name: 'slow', options: http, kinds: ['request', 'imp'], dialect: dialects.go.stores, transport }, env);
  const stored = createStoredData({ stores: () => [store], categories: [], dialect: dialects.go.stores });
  return { services: { ...services, stored }, responding };
}

test('the call of a slow store is cancelled on client disconnect', async () => {
  const { services, responding } = await behindSlowStore();
  const body = JSON.stringify({ ...validRequest(), ext: { prebid: { storedrequest: { id: 'any' } } } });
  const { promise: finished, resolve } = Promise.withResolvers<number | undefined>();
  const auction = newAuction('auction', incoming({ body: Buffer.from(body) }), services, ({ clientResponse }) =>
    resolve(clientResponse?.status),
  );
  const { disconnect } = runAuction(auction, services, stages);
  const response = await responding;
  const closed = once(response, 'close');
  expect(auction.abort.signal.aborted).toBe(false);
  disconnect();
  expect(await finished).toBe(499);
  await closed;
  expect([auction.abort.signal.aborted, response.writableFinished]).toEqual([true, false]);
});

test('a waiting hook learns of a client disconnect', async () => {
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
  const { disconnect } = runAuction(
    newAuction('auction', incoming({ body }), services, () => {}),
    services,
    stages,
  );
  const signal = await waiting;
  expect(signal.aborted).toBe(false);
  disconnect();
  expect(signal.aborted).toBe(true);
});

/** An auction whose hook of this stage waits, and how to end it: by a disconnect, and then by the hook. */
async function waitingIn(stage: HookStage) {
  const { promise: begun, resolve } = Promise.withResolvers<void>();
  const { promise: hooked, resolve: endHook } = Promise.withResolvers<void>();
  const a = (): Promise<void> => {
    resolve();
    return hooked;
  };
  const services = moduleServices({ [stage]: [{ timeout: 1000, hooks: { a } }] });
  const ended = vi.fn<(timeline: readonly TimelineEntry[]) => void>();
  const incomingRequest = incoming({ body: Buffer.from(JSON.stringify(validRequest())) });
  const auction = newAuction('auction', incomingRequest, services, ({ timeline }) => ended(structuredClone(timeline)));
  const { disconnect } = runAuction(auction, services, stages);
  await begun;
  return { auction, services, disconnect, endHook, ended };
}

test('the step that a client disconnect ends takes until then', async () => {
  const { services, disconnect, ended } = await waitingIn('processed_auction_request');
  services.clock.wind(7);
  disconnect();
  expect(ended.mock.calls[0]?.[0].map(({ state, tookUs }) => [state, tookUs])).toEqual([
    ['validate', 0],
    ['enrich', 7000],
  ]);
});

test('no calls are made for a client that has disconnected', async () => {
  const { auction, disconnect, endHook, ended } = await waitingIn('bidder_request');
  disconnect();
  endHook();
  await new Promise(setImmediate);
  expect(ended).toHaveBeenCalledOnce();
  expect(auction.tasks).toEqual([]);
});

test('an auction that never waits creates no signal', () => {
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
