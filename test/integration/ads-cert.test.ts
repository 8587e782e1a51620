/** Signed calls end to end: keys in a real DNS server, verified by the recipient. */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newKeyPair } from '#src/adscert/keys.ts';
import type { BidRequest, BidResponse } from '#src/openrtb/ortb.ts';
import { verify } from '#test/helpers/ads-cert-verifier.ts';
import { validRequest } from '#test/helpers/auction.ts';
import { type DnsServer, startDnsServer, type Zone } from '#test/helpers/dns-server.ts';
import { exampleNamesHere } from '#test/helpers/example-names.ts';
import { bidOnAll, type RunningHost, startTestHost } from '#test/helpers/host.ts';
import { until } from './servers.ts';

const [ours, theirs, next] = [newKeyPair(), newKeyPair(), newKeyPair()];
const keysOf = ({ publicEncoded }: { publicEncoded: string }): string[] => [`v=adcrtd k=x25519 h=sha256 p=${publicEncoded}`];

const zone = (): Zone => ({
  '_adscert.bidder.example': ['v=adpf a=bidder.example'],
  '_delivery._adscert.bidder.example': keysOf(theirs),
  '_adscert.brand.example': ['v=spf1 -all', 'v=adpf a=holding.example'],
  '_delivery._adscert.holding.example': keysOf(theirs),
  '_delivery._adscert.dead.example': 'silent',
  '_adscert.dead.example': 'silent',
  '_delivery._adscert.broken.example': 'servfail',
  '_delivery._adscert.hostile.example': 'garbage',
  '_delivery._adscert.lying.example': ['v=adcrtd k=x25519 h=sha256 p=AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
});

let namesElsewhere: () => void;
let server: DnsServer;
let bidder: Server;
/** Received calls; bodies decompressed. */
const calls: { readonly url: string; readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
let host: RunningHost;
const adscert = { experiment: { adscert: { enabled: true } } };
const HOSTS = ['bidder', 'brand', 'dead', 'broken', 'hostile', 'lying', 'unknown'] as const;

beforeAll(async () => {
  namesElsewhere = exampleNamesHere();
  server = await startDnsServer(zone());
  bidder = createServer((request, response) => {
    void request.toArray().then((chunks) => {
      const bytes = Buffer.concat(chunks as Buffer[]);
      const body = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString();
      calls.push({ url: request.url ?? '', headers: request.headers, body });
      response.end(bidOnAll(body));
    });
  });
  await new Promise<void>((resolve) => bidder.listen(0, '127.0.0.1', resolve));
  const { port } = bidder.address() as AddressInfo;
  const at = (name: string): string => `http://ads.${name}.example:${port}/bid?of=${name}&q=%20a/b`;
  const generic = { alias_of: 'generic', enabled: true, ...adscert };
  const named = Object.fromEntries(HOSTS.map((name) => [name, { ...generic, endpoint: at(name) }]));
  const unsigned = { ...generic, endpoint: at('bidder'), experiment: { adscert: { enabled: false } } };
  const more = {
    unsigned,
    bare: { ...generic, endpoint: `http://127.0.0.1:${port}/bid` },
    root: { ...generic, endpoint: `http://bidder.example:${port}` },
    packed: { alias_of: 'adkernel', enabled: true, ...adscert, endpoint: at('bidder') },
    elsewhere: { alias_of: 'adkernel', enabled: true, ...adscert, endpoint: at('met{{.ZoneID}}') },
  };
  const adapters = { ...named, ...more };
  const inprocess = {
    origin: 'https://exchange.example',
    key: ours.privateEncoded,
    dns_servers: [server.address],
    domain_check_interval_seconds: 1,
    domain_renewal_interval_seconds: 1,
  };
  // A host named by params is called at a public address only; these bidders are on loopback.
  const http_client = { allow_private_addresses: true };
  host = await startTestHost({ adapters, http_client, experiment: { adscert: { mode: 'inprocess', inprocess } } });
});

afterAll(async () => {
  await host.stop(1000);
  bidder.close();
  await server.close();
  namesElsewhere();
});

beforeEach(() => {
  calls.length = 0;
});

interface Received {
  readonly header: string | undefined;
  readonly url: string;
  readonly body: string;
}

/** One auction of one bidder: its received call, and the auction's response. */
async function auction(name: string, srv: object = adscert): Promise<{ received: Received; response: BidResponse }> {
  const imp = validRequest().imp.map((one) => ({ ...one, ext: { srv: { bidder: { [name]: { zoneId: 7 } } } } }));
  const request: BidRequest = { ...validRequest(), imp, ext: { srv: { targeting: {}, ...srv } } };
  const response = await fetch(`${host.origin}/openrtb2/auction`, { method: 'POST', body: JSON.stringify(request) });
  const auctionResponse = (await response.json()) as BidResponse;
  const [call] = calls;
  if (!call) throw new Error(`${name} was not called: ${JSON.stringify(auctionResponse)}`);
  const header = call.headers['x-ads-cert-auth'];
  expect(auctionResponse.seatbid?.map(({ seat }) => seat)).toEqual([name]);
  return {
    received: { header: header?.toString(), url: `http://${call.headers.host}${call.url}`, body: call.body },
    response: auctionResponse,
  };
}

const warningsOf = (response: BidResponse, name: string): unknown =>
  (response.ext?.warnings as Record<string, unknown> | undefined)?.[name];
const checked = (received: Received, own = theirs) => verify(received.header ?? '', own, ours.publicEncoded, received.body, received.url);

describe('a call to a bidder that has published its key', () => {
  test('is signed from the first auction on', async () => {
    const { received, response } = await auction('bidder');
    expect(await checked(received)).toMatchObject({
      body: true,
      url: true,
      message: {
        from: 'exchange.example',
        from_key: ours.publicEncoded.slice(0, 6),
        invoking: 'bidder.example',
        nonce: expect.stringMatching(/^[\w-]{12}$/),
        status: '1',
        timestamp: expect.stringMatching(/^\d{6}T\d{6}$/),
        to: 'bidder.example',
        to_key: theirs.publicEncoded.slice(0, 6),
      },
    });
    expect(warningsOf(response, 'bidder')).toBeUndefined();
  });

  test('names the call sign of its domain', async () => {
    // Its key takes two look-ups, which may outlast an auction of a busy machine.
    const signed = async () => {
      calls.length = 0;
      return checked((await auction('brand')).received);
    };
    await expect.poll(signed).toMatchObject({ body: true, url: true, message: { invoking: 'brand.example', to: 'holding.example' } });
  });

  test('is signed at the root of a host as well', async () => {
    const { received } = await auction('root');
    expect(received.url).toMatch(/example:\d+\/$/);
    expect(await checked(received)).toMatchObject({ body: true, url: true });
  });

  test('is signed by its content, with or without compression', async () => {
    const { received } = await auction('packed');
    expect(calls[0]?.headers['content-encoding']).toBe('gzip');
    expect(await checked(received)).toMatchObject({ body: true, url: true });
  });

  test.each([{ experimentadscert: { enabled: true } }, { experiment: { adscert: { enabled: true } } }])(
    'is signed for the request %j',
    async (srv) => {
      expect(await checked((await auction('bidder', srv)).received)).toMatchObject({ body: true, url: true });
    },
  );

  test.each([{}, { experiment: { adscert: { enabled: false } } }, { experiment: {} }])('is not signed for the request %j', async (srv) => {
    expect((await auction('bidder', srv)).received.header).toBeUndefined();
  });

  test('is not signed if the bidder does not enable it', async () => {
    expect((await auction('unsigned')).received.header).toBeUndefined();
  });

  test('is counted', async () => {
    await auction('bidder');
    const metrics = await (await fetch(`${host.adminOrigin}/metrics`)).text();
    expect(metrics).toMatch(/^ads_cert_requests\{success="ok"\} [1-9]/m);
    expect(metrics).toMatch(/^ads_cert_sign_time_count [1-9]/m);
  });

  test('remains signed during a DNS outage, and uses a new key when there is one', async () => {
    const isSignedFor = async (pair: typeof theirs): Promise<boolean> => {
      calls.length = 0;
      return (await checked((await auction('bidder')).received, pair)).body;
    };
    const before = server.lookups.length;
    server.zone = { '_delivery._adscert.bidder.example': 'servfail', '_adscert.bidder.example': 'servfail' };
    await until(
      'the key was looked up again',
      async () => server.lookups.slice(before).filter((name) => name === '_adscert.bidder.example').length > 2,
    );
    expect(await isSignedFor(theirs)).toBe(true);
    server.zone = { '_delivery._adscert.bidder.example': keysOf(next) };
    await until('calls are signed with the new key', () => isSignedFor(next));
    server.zone = zone();
    await until('calls are signed with the old key', () => isSignedFor(theirs));
  });
});

describe('a call that cannot be signed is sent anyway', () => {
  const WARNING = 'AdsCert signer is enabled but cannot sign the request: ';

  test.each([
    ['unknown', '3', 'no record at _delivery._adscert.unknown.example'],
    ['lying', '12', 'the key of lying.example is too weak'],
  ])('to %s, with status %s', async (name, status, why) => {
    const { received, response } = await auction(name);
    expect(received.header).toBe(`from=exchange.example&invoking=${name}.example&status=${status}`);
    expect(warningsOf(response, name)).toEqual([{ code: 0, message: `${WARNING}${name}.example: ${why}` }]);
  });

  test('to a new domain, with status 5', async () => {
    const { received, response } = await auction('elsewhere');
    expect(received.header).toBe('from=exchange.example&invoking=met7.example&status=5');
    expect(warningsOf(response, 'elsewhere')).toEqual([
      { code: 0, message: `${WARNING}met7.example: its call sign has not been looked up yet` },
    ]);
    await until('the lookup has succeeded', async () => {
      calls.length = 0;
      return (await auction('elsewhere')).received.header?.endsWith('&status=3') === true;
    });
  });

  test.each(['dead', 'broken', 'hostile'])('to %s, with the status of a failing DNS', async (name) => {
    await until('the lookup has failed', async () => {
      calls.length = 0;
      const { received, response } = await auction(name);
      expect(JSON.stringify(warningsOf(response, name))).toMatch(/lookup of \S+ failed: E[A-Z]+|has not been looked up yet/);
      return /&status=(7|15)$/.test(received.header ?? '');
    });
  });

  test('to an address without a name, without a header', async () => {
    const { received, response } = await auction('bare');
    expect(received.header).toBeUndefined();
    expect(warningsOf(response, 'bare')).toEqual([{ code: 0, message: `${WARNING}the called address has no registrable domain` }]);
  });
});
