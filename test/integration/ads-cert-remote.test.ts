/** Calls signed by a service of its own: a host, a bidder and the service on real sockets. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BidResponse } from '#src/wire/ortb.ts';
import { validRequest } from '#test/helpers/auction.ts';
import { exampleNamesHere } from '#test/helpers/example-names.ts';
import { type BidderServer, bidderServer, bidOnAll, type RunningHost, startTestHost } from '#test/helpers/host.ts';
import { type SignatoryService, signedWith, startSignatoryService } from '#test/helpers/signatory-service.ts';

let service: SignatoryService;
let bidder: BidderServer;
let host: RunningHost;
let namesElsewhere: () => void;

beforeAll(async () => {
  namesElsewhere = exampleNamesHere();
  service = await startSignatoryService();
  bidder = await bidderServer((_request, response, body) => void response.end(bidOnAll(body)));
  const endpoint = `http://ads.bidder.example:${new URL(bidder.origin).port}/bid`;
  const adapters = { alpha: { alias_of: 'generic', enabled: true, endpoint, experiment: { adscert: { enabled: true } } } };
  const remote = { url: service.address, signing_timeout_ms: 100 };
  host = await startTestHost({ adapters, experiment: { adscert: { mode: 'remote', remote } } });
});
afterAll(async () => {
  await host.stop(1000);
  await Promise.all([bidder.close(), service.close()]);
  namesElsewhere();
});

/** One auction: the header the bidder got, what the answer warns of; there are bids in any case. */
async function auction(): Promise<{ header: unknown; warnings: unknown }> {
  bidder.requests.length = 0;
  const request = { ...validRequest(), ext: { srv: { targeting: {}, experiment: { adscert: { enabled: true } } } } };
  const response = await fetch(`${host.origin}/openrtb2/auction`, { method: 'POST', body: JSON.stringify(request) });
  const answer = (await response.json()) as BidResponse;
  expect(answer.seatbid?.map(({ seat }) => seat)).toEqual(['alpha']);
  const warnings = (answer.ext?.warnings as Record<string, unknown> | undefined)?.['alpha'];
  return { header: bidder.requests[0]?.headers['x-ads-cert-auth'], warnings };
}

const warning = (why: string): unknown => [{ code: 0, message: `AdsCert signer is enabled but cannot sign the request: ${why}` }];

test('the first auction is signed: the connection was made at the start', async () => {
  expect(service.connections).toBe(1);
  service.answer = signedWith(1, 'from=a; sigb=b&sigu=c');
  expect(await auction()).toEqual({ header: 'from=a; sigb=b&sigu=c', warnings: undefined });
});

test('a service that is silent costs its time and the signature', async () => {
  service.answer = 'silent';
  expect(await auction()).toEqual({ header: undefined, warnings: warning('the service did not answer within 100 ms') });
});

test('a service that is gone costs the signature', async () => {
  await service.close();
  expect(await auction()).toEqual({ header: undefined, warnings: warning('the service cannot be reached') });
  const metrics = await (await fetch(`${host.adminOrigin}/metrics`)).text();
  expect(metrics).toContain('ads_cert_requests{success="failed"} 2');
});
