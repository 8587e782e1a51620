import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RemoteSignatory } from '#src/adscert/remote.ts';
import type { Signed } from '#src/auction/services.ts';
import { GrpcClient } from '#src/net/grpc.ts';
import { systemClock } from '#src/platform/clock.ts';
import { atOnce } from '#test/helpers/at-once.ts';
import { WoundClock } from '#test/helpers/clock.ts';
import { type SignatoryService, signedWith, startSignatoryService } from '#test/helpers/signatory-service.ts';

let service: SignatoryService;
let client: GrpcClient;

/** A busy machine may take seconds. */
const PATIENT_MS = 60_000;
const signerOf = (of: GrpcClient, timeoutMs = PATIENT_MS): RemoteSignatory =>
  new RemoteSignatory((method, message, ms) => of.call(method, message, ms), timeoutMs);
const sign = (uri = 'https://ads.bidder.example/bid', body = '{}'): Promise<Signed> => signerOf(client).sign(uri, body);

beforeEach(async () => {
  service = await startSignatoryService();
  client = new GrpcClient(service.address, systemClock);
});
afterEach(async () => {
  client.stop();
  await service.close();
});

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hex = (text: string): string => Buffer.from(text).toString('hex');

describe('a signatory service', () => {
  test('receives domain and hashes in its own format', async () => {
    expect(await sign('https://ads.bidder.example?a=1', 'Zoë')).toEqual({ header: 'signed' });
    // RequestInfo in field 1: domain in 1 (14 bytes), hash of the address in 2, of the body in 3 (32 bytes each)
    const info = `0a0e${hex('bidder.example')}1220${sha256('https://ads.bidder.example/?a=1')}1a20${sha256('Zoë')}`;
    expect(service.calls).toEqual([
      {
        path: '/api.AdsCertSignatory/SignAuthenticatedConnection',
        message: `0a54${info}`,
        headers: expect.objectContaining({
          ':method': 'POST',
          'content-type': 'application/grpc',
          te: 'trailers',
          'grpc-timeout': '60000m',
        }),
      },
    ]);
  });

  test('provides its first signature', async () => {
    service.response = signedWith(1, 'from=a&to=b; sigb=1&sigu=2', 'another');
    expect(await sign()).toEqual({ header: 'from=a&to=b; sigb=1&sigu=2' });
  });

  test.each<[string, SignatoryService['response'], string]>([
    ['says no', signedWith(3, 'signed'), 'error signing request: SIGNATURE_OPERATION_STATUS_SIGNATORY_INTERNAL_ERROR'],
    ['says something new', signedWith(9), 'error signing request: SIGNATURE_OPERATION_STATUS_9'],
    ['says nothing', Buffer.alloc(0), 'error signing request: SIGNATURE_OPERATION_STATUS_UNDEFINED'],
    ['signs nothing', signedWith(1), 'the signatory returned no signature'],
    ['would break the header', signedWith(1, 'a\r\nX-Evil: 1'), 'the signatory returned no signature'],
    ['responds with an error', 13, 'the service responded with gRPC status 13'],
    ['responds with garbage', Buffer.from([8, 1, 18, 100, 1]), 'truncated field'],
  ])('whose response %s costs the signature', async (_what, response, error) => {
    service.response = response;
    expect(await sign()).toEqual({ error });
  });

  test('that does not respond costs the signature after the time limit', async () => {
    service.response = 'silent';
    expect(await signerOf(client, 200).sign('https://ads.bidder.example/bid', '{}')).toEqual({
      error: 'the service did not respond within 200 ms',
    });
  });

  test('is not called for an address without a domain', async () => {
    expect(await sign('http://127.0.0.1/bid')).toEqual({ error: 'the called address has no registrable domain' });
    expect(service.calls).toEqual([]);
  });

  test('receives all calls over one connection, and reconnects when it is lost', async () => {
    await client.connect();
    await Promise.all(Array.from({ length: 50 }, () => sign()));
    expect(service.connections).toBe(1);
    service.disconnect();
    await expect.poll(() => sign()).toEqual({ header: 'signed' });
    expect(service.connections).toBe(2);
  });

  test('that is unreachable is tried once a second without delaying calls', async () => {
    const clock = new WoundClock();
    const removed = new GrpcClient('127.0.0.1:1', clock);
    await expect(removed.connect()).rejects.toThrow('the service is unreachable');
    const signed = (): Promise<Signed> => signerOf(removed).sign('https://bidder.example', '');
    for (let i = 0; i < 100; i++) expect(await atOnce(signed)).toEqual({ error: 'the service is unreachable' });
    clock.wind(1000);
    await expect(atOnce(signed)).rejects.toThrow('it waits');
    removed.stop();
  });

  test('is not called after the host has stopped', async () => {
    await sign();
    client.stop();
    expect(await sign()).toEqual({ error: 'the service is unreachable' });
    expect(service.calls.length).toBe(1);
  });
});
