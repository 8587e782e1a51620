/** Addresses of this machine and its network, in every notation, at every place where a caller, an account or a bidder can name an address. */
import type { LookupAddress, LookupAllOptions } from 'node:dns';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publicLookupBy } from '#src/net/public-address.ts';
import type { Exchanged } from '#src/net/transport.ts';
import { type BidderServer, bidderServer, type RunningHost, startTestHost } from '#test/helpers/host.ts';

/** A service of this host, named by its settings, which no caller may reach. */
let inside: BidderServer;
let bidder: BidderServer;
let host: RunningHost;

const bidWith = (body: string): string => {
  const request = JSON.parse(body) as { readonly id: string; readonly imp: readonly { readonly id: string }[] };
  const notices = { nurl: `${inside.origin}/win`, burl: `${inside.origin}/bill`, iurl: `${inside.origin}/image` };
  const bid = request.imp.map(({ id }) => ({
    id: 'b',
    impid: id,
    price: 1,
    crid: 'c',
    w: 300,
    h: 250,
    mtype: 1,
    adm: inside.origin,
    ...notices,
  }));
  return JSON.stringify({ id: request.id, cur: 'USD', seatbid: [{ bid }] });
};

beforeAll(async () => {
  inside = await bidderServer((_request, response) => void response.end('secret'));
  bidder = await bidderServer((request, response, body) => {
    if (request.method === 'GET') response.writeHead(302, { location: decodeURIComponent((request.url ?? '').slice(1)) }).end();
    else response.setHeader('content-type', 'application/json').end(bidWith(body));
  });
  host = await startTestHost({
    stored_responses: { http: { endpoint: `${inside.origin}/stored` } },
    adapters: { generic: { enabled: true, endpoint: `${bidder.origin}/` }, relevantdigital: { enabled: true } },
    cache: { routes: { allow_public_write: true } },
  });
});
afterAll(async () => {
  await host.stop(100);
  await Promise.all([inside.close(), bidder.close()]);
});

/** The host of a URL: loopback, private, link-local and unspecified addresses, within IPv6 as well. */
const HOSTS = [
  ...['127.0.0.1', '127.1', '127.0.1', '2130706433', '0x7f000001', '0x7f.1', '0177.0.0.1', '017700000001', '127.0.0.1.', '１２７.0.0.1'],
  ...['0', '0.0.0.0', '10.0.0.1', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '198.18.0.1', '255.255.255.255'],
  ...['[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]', '[::ffff:0:127.0.0.1]', '[0:0:0:0:0:0:0:1]'],
  ...[
    '[64:ff9b::7f00:1]',
    '[64:ff9b:1::1]',
    '[2002:7f00:1::]',
    '[2001::1]',
    '[fe80::1]',
    '[fc00::1]',
    '[fec0::1]',
    'localhost',
    'LocalHost',
  ],
];
const REJECTED = { kind: 'failed', message: expect.stringContaining('its address is not public') };
const port = (): string => new URL(inside.origin).port;

const send = (code: string, uri: string): Promise<Exchanged> =>
  new Promise((done) => {
    host.services.transport.send({ bidder: code, method: 'GET', uri, headers: {}, gzip: false }, done);
  });

const FETCH = {
  enabled: true,
  url: '',
  timeout_ms: 5000,
  max_file_size_kb: 100,
  max_rules: 10,
  max_age_sec: 600,
  period_sec: 300,
  max_schema_dims: 5,
};

describe.each(HOSTS)('%s', (name) => {
  test('is not called where a parameter of a bidder names its host', async () => {
    expect(await send('relevantdigital', `http://${name}:${port()}/openrtb2/auction`)).toMatchObject(REJECTED);
  });

  test('is not called where a bidder redirects to it', async () => {
    expect(
      await send('generic', `${bidder.origin}/${encodeURIComponent(`http://${name.replace(/[^ -~]/g, encodeURIComponent)}:${port()}/`)}`),
    ).toMatchObject(REJECTED);
  });

  test('is not called where an account names it as the service of a module', async () => {
    expect(await send('', `http://${name}:${port()}/identity`)).toMatchObject(REJECTED);
  });

  test.each([
    ['a request', ''],
    ['an account', 'own'],
  ])('is not called where %s names it for floors', async (who, own) => {
    const url = `http://${name}:${port()}/floors-${who.slice(-7)}`;
    const status = (): string => host.services.floors.find(url, `${who} ${name}`, { ...FETCH, url: own && url } as never).status;
    await expect.poll(status).toBe('error');
  });
});

test('addresses within bids, VAST, cached values, syncs and events are passed on and not called', async () => {
  const statusOf = async (path: string, body?: object): Promise<number> =>
    (await fetch(`${host.origin}${path}`, body && { method: 'POST', body: JSON.stringify(body) })).status;
  const imp = { id: 'i', banner: { format: [{ w: 300, h: 250 }] }, ext: { prebid: { bidder: { generic: {} } } } };
  const url = encodeURIComponent(inside.origin);
  const puts = [
    {
      type: 'xml',
      value: `<VAST><Ad><Wrapper><VASTAdTagURI>${inside.origin}</VASTAdTagURI></Wrapper></Ad></VAST>`,
      bidid: 'b',
      bidder: 'generic',
    },
  ];
  const auction = {
    id: 'r',
    site: { page: inside.origin },
    imp: [imp],
    ext: { prebid: { targeting: {}, cache: { bids: {} }, server: { externalurl: inside.origin } } },
  };
  expect([
    await statusOf('/openrtb2/auction', auction),
    await statusOf('/vtrack?a=account', { puts }),
    await statusOf('/cache', { puts }),
    await statusOf(`/setuid?bidder=generic&uid=${url}&f=i`),
    await statusOf('/cookie_sync', { bidders: ['generic'] }),
    await statusOf(`/event?t=win&b=${url}&a=${url}`),
    await statusOf(`/openrtb2/amp?tag_id=${url}&curl=${url}`),
  ]).toEqual([200, 200, 200, 400, 200, 401, 400]);
  expect(bidder.requests.filter(({ url: path }) => path === '/')).toHaveLength(1);
});

test('the service of the host received no request', () => {
  expect(inside.requests).toEqual([]);
});

describe('a name', () => {
  /** A name server whose responses change from one look-up to the next. */
  const names: { readonly [name: string]: string[][] } = {
    'private.example': [['10.0.0.1']],
    'loopback.example.': [['127.0.0.1', '::1']],
    'mapped.example': [['::ffff:127.0.0.1']],
    'nat64.example': [['64:ff9b::a00:1']],
    '6to4.example': [['2002:a00:1::']],
    'mixed.example': [['127.0.0.1', '93.184.215.14', 'fe80::1']],
    'public.example': [['93.184.215.14']],
  };
  const find = (hostname: string, _options: LookupAllOptions, done: (error: null, addresses: LookupAddress[]) => void): void =>
    done(
      null,
      (names[hostname]?.shift() ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  const lookedUp = (hostname: string, all = true): Promise<unknown> =>
    new Promise((resolve) => publicLookupBy(find)(hostname, { all }, (error, found) => resolve(error ? error.message : found)));

  test.each(['private.example', 'loopback.example.', 'mapped.example', 'nat64.example', '6to4.example', 'none.example'])(
    '%s without a public address is not connected to',
    async (name) => {
      const reason = 'its address is not public (http_client.allow_private_addresses)';
      expect(await lookedUp(name)).toBe(`connections to ${name} are not permitted: ${reason}`);
    },
  );

  test('with addresses of both kinds leads to the public ones only', async () => {
    expect(await lookedUp('mixed.example')).toEqual([{ address: '93.184.215.14', family: 4 }]);
  });

  test('is checked in every look-up: it may change its address between two of them', async () => {
    names['changing.example']?.splice(0);
    (names as Record<string, string[][]>)['changing.example'] = [['93.184.215.14'], ['127.0.0.1']];
    expect(await lookedUp('changing.example', false)).toBe('93.184.215.14');
    expect(await lookedUp('changing.example', false)).toContain('its address is not public');
  });
});
