/** Calls signed by an external service: a host, a bidder and the service on real sockets. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BidResponse } from '#src/openrtb/ortb.ts';
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
  const remote = { url: service.address, signing_timeout_ms: 3000 };
  host = await startTestHost({ adapters, experiment: { adscert: { mode: 'remote', remote } } });
});
afterAll(async () => {
  await host.stop(1000);
  await Promise.all([bidder.close(), service.close()]);
  namesElsewhere();
});

/** One auction: the header the bidder received, and the response's warnings; there are always bids. */
async function auction(): Promise<{ header: unknown; warnings: unknown }> {
  bidder.requests.length = 0;
  const request = { ...validRequest(), ext: { srv: { targeting: {}, experiment: { adscert: { enabled: true } } } } };
  const response = await fetch(`${host.origin}/openrtb2/auction`, { method: 'POST', body: JSON.stringify(request) });
  const auctionResponse = (await response.json()) as BidResponse;
  expect(auctionResponse.seatbid?.map(({ seat }) => seat)).toEqual(['alpha']);
  const warnings = (auctionResponse.ext?.warnings as Record<string, unknown> | undefined)?.['alpha'];
  return { header: bidder.requests[0]?.headers['x-ads-cert-auth'], warnings };
}

const warning = (why: string): unknown => [{ code: 0, message: `AdsCert signer is enabled but cannot sign the request: ${why}` }];

test('the first auction is signed: the connection was opened at startup', async () => {
  expect(service.connections).toBe(1);
  service.response = signedWith(1, 'from=a; sigb=b&sigu=c');
  expect(await auction()).toEqual({ header: 'from=a; sigb=b&sigu=c', warnings: undefined });
});

test('a silent service costs its timeout and the signature', async () => {
  service.response = 'silent';
  expect(await auction()).toEqual({ header: undefined, warnings: warning('the service did not respond within 3000 ms') });
});

test('an unreachable service costs the signature', async () => {
  await service.close();
  expect(await auction()).toEqual({ header: undefined, warnings: warning('the service is unreachable') });
  const metrics = await (await fetch(`${host.adminOrigin}/metrics`)).text();
  expect(metrics).toContain('ads_cert_requests{success="failed"} 2');
});
