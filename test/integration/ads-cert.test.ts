/** Signed calls from end to end: keys in a real DNS server, checked by who receives the call. */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newKeyPair } from '#src/adscert/keys.ts';
import type { BidRequest, BidResponse } from '#src/wire/ortb.ts';
import { verify } from '#test/helpers/ads-cert-verifier.ts';
import { validRequest } from '#test/helpers/auction.ts';
import { type DnsServer, startDnsServer, type Zone } from '#test/helpers/dns-server.ts';
import { exampleNamesHere } from '#test/helpers/example-names.ts';
import { bidOnAll, type RunningHost, startTestHost } from '#test/helpers/host.ts';

const [ours, theirs, next] = [newKeyPair(), newKeyPair(), newKeyPair()];
const keysOf = ({ publicText }: { publicText: string }): string[] => [`v=adcrtd k=x25519 h=sha256 p=${publicText}`];

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
/** Calls that came in; bodies unpacked. */
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
    key: ours.privateText,
    dns_servers: [server.address],
    domain_check_interval_seconds: 1,
    domain_renewal_interval_seconds: 1,
  };
  host = await startTestHost({ adapters, experiment: { adscert: { mode: 'inprocess', inprocess } } });
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

/** One auction of one bidder: what it received, and the auction's answer. */
async function auction(name: string, srv: object = adscert): Promise<{ received: Received; answer: BidResponse }> {
  const imp = validRequest().imp.map((one) => ({ ...one, ext: { srv: { bidder: { [name]: { zoneId: 7 } } } } }));
  const request: BidRequest = { ...validRequest(), imp, ext: { srv: { targeting: {}, ...srv } } };
  const response = await fetch(`${host.origin}/openrtb2/auction`, { method: 'POST', body: JSON.stringify(request) });
  const answer = (await response.json()) as BidResponse;
  const [call] = calls;
  if (!call) throw new Error(`${name} was not called: ${JSON.stringify(answer)}`);
  const header = call.headers['x-ads-cert-auth'];
  expect(answer.seatbid?.map(({ seat }) => seat)).toEqual([name]);
  return { received: { header: header?.toString(), url: `http://${call.headers.host}${call.url}`, body: call.body }, answer };
}

const warningsOf = (answer: BidResponse, name: string): unknown => (answer.ext?.warnings as Record<string, unknown> | undefined)?.[name];
const checked = (received: Received, own = theirs) => verify(received.header ?? '', own, ours.publicText, received.body, received.url);

const until = async (what: () => Promise<boolean>): Promise<void> => {
  for (let i = 0; i < 100; i++) {
    if (await what()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('it never came to that');
};

describe('a call to a bidder that has published its key', () => {
  test('is signed from the first auction on', async () => {
    const { received, answer } = await auction('bidder');
    expect(await checked(received)).toMatchObject({
      body: true,
      url: true,
      message: {
        from: 'exchange.example',
        from_key: ours.publicText.slice(0, 6),
        invoking: 'bidder.example',
        nonce: expect.stringMatching(/^[\w-]{12}$/),
        status: '1',
        timestamp: expect.stringMatching(/^\d{6}T\d{6}$/),
        to: 'bidder.example',
        to_key: theirs.publicText.slice(0, 6),
      },
    });
    expect(warningsOf(answer, 'bidder')).toBeUndefined();
  });

  test('names the call sign that its domain goes by', async () => {
    const { received } = await auction('brand');
    expect(await checked(received)).toMatchObject({ body: true, url: true, message: { invoking: 'brand.example', to: 'holding.example' } });
  });

  test('is signed at the root of a host as well', async () => {
    const { received } = await auction('root');
    expect(received.url).toMatch(/example:\d+\/$/);
    expect(await checked(received)).toMatchObject({ body: true, url: true });
  });

  test('is signed by what it holds, however it is packed', async () => {
    const { received } = await auction('packed');
    expect(calls[0]?.headers['content-encoding']).toBe('gzip');
    expect(await checked(received)).toMatchObject({ body: true, url: true });
  });

  test.each([{ experimentadscert: { enabled: true } }, { experiment: { adscert: { enabled: true } } }])(
    'is signed when asked by %j',
    async (srv) => {
      expect(await checked((await auction('bidder', srv)).received)).toMatchObject({ body: true, url: true });
    },
  );

  test.each([{}, { experiment: { adscert: { enabled: false } } }, { experiment: {} }])('is not signed when asked by %j', async (srv) => {
    expect((await auction('bidder', srv)).received.header).toBeUndefined();
  });

  test('is not signed where the bidder does not want it', async () => {
    expect((await auction('unsigned')).received.header).toBeUndefined();
  });

  test('is counted', async () => {
    await auction('bidder');
    const metrics = await (await fetch(`${host.adminOrigin}/metrics`)).text();
    expect(metrics).toMatch(/^ads_cert_requests\{success="ok"\} [1-9]/m);
    expect(metrics).toMatch(/^ads_cert_sign_time_count [1-9]/m);
  });

  test('goes on being signed while the DNS fails, and with the new key when there is one', async () => {
    const isSignedFor = async (pair: typeof theirs): Promise<boolean> => {
      calls.length = 0;
      return (await checked((await auction('bidder')).received, pair)).body;
    };
    const asked = server.asked.length;
    server.zone = { '_delivery._adscert.bidder.example': 'servfail', '_adscert.bidder.example': 'servfail' };
    await until(async () => server.asked.slice(asked).filter((name) => name === '_adscert.bidder.example').length > 2);
    expect(await isSignedFor(theirs)).toBe(true);
    server.zone = { '_delivery._adscert.bidder.example': keysOf(next) };
    await until(() => isSignedFor(next));
    server.zone = zone();
    await until(() => isSignedFor(theirs));
  });
});

describe('a call that cannot be signed goes out all the same', () => {
  const WARNING = 'AdsCert signer is enabled but cannot sign the request: ';

  test.each([
    ['unknown', '3', 'there is no record at _delivery._adscert.unknown.example'],
    ['lying', '12', 'the key of lying.example is too weak to sign with'],
  ])('to %s, with status %s', async (name, status, why) => {
    const { received, answer } = await auction(name);
    expect(received.header).toBe(`from=exchange.example&invoking=${name}.example&status=${status}`);
    expect(warningsOf(answer, name)).toEqual([{ code: 0, message: `${WARNING}${name}.example: ${why}` }]);
  });

  test('to a domain that was met just now, with status 5', async () => {
    const { received, answer } = await auction('elsewhere');
    expect(received.header).toBe('from=exchange.example&invoking=met7.example&status=5');
    expect(warningsOf(answer, 'elsewhere')).toEqual([
      { code: 0, message: `${WARNING}met7.example: its call sign has not been looked up yet` },
    ]);
    await until(async () => {
      calls.length = 0;
      return (await auction('elsewhere')).received.header?.endsWith('&status=3') === true;
    });
  });

  test.each(['dead', 'broken', 'hostile'])('to %s, with the status of a DNS that fails', async (name) => {
    await until(async () => {
      calls.length = 0;
      const { received, answer } = await auction(name);
      expect(JSON.stringify(warningsOf(answer, name))).toMatch(/cannot be looked up: E[A-Z]+|has not been looked up yet/);
      return /&status=(7|15)$/.test(received.header ?? '');
    });
  });

  test('to an address without a name, without a header', async () => {
    const { received, answer } = await auction('bare');
    expect(received.header).toBeUndefined();
    expect(warningsOf(answer, 'bare')).toEqual([{ code: 0, message: `${WARNING}the address it goes to has no registrable domain` }]);
  });
});
