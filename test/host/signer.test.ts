import { afterEach, expect, test } from 'vitest';
import { newKeyPair } from '#src/adscert/keys.ts';
import { loadConfig } from '#src/config/load.ts';
import { type OpenSigner, openSigner } from '#src/host/signer.ts';
import { aBidder, hostInfo } from '#test/helpers/auction.ts';
import { WoundClock } from '#test/helpers/clock.ts';
import { type DnsServer, startDnsServer } from '#test/helpers/dns-server.ts';
import { registryOf } from '#test/helpers/services.ts';

let server: DnsServer | undefined;
let open: OpenSigner | undefined;
afterEach(async () => {
  open?.stop();
  await server?.close();
});

const at = (endpoint: string, adsCert = true, enabled = true) => ({ info: hostInfo({ endpoint, adsCert, enabled }) });
const bidders = registryOf(
  aBidder('plain', at('https://ads.bidder.example/bid')),
  aBidder('macros', at('https://{{.MediaType}}.macros.example/{{.Zone}}?a={{.A}}')),
  aBidder('made-up', at('https://{{.Host}}/bid')),
  aBidder('bare', at('http://192.0.2.1/bid')),
  aBidder('unsigned', at('https://unsigned.example', false)),
  aBidder('disabled', at('https://disabled.example', true, false)),
);

function start(servers: readonly string[], clock: WoundClock): OpenSigner {
  const inprocess = { origin: 'example.com', key: newKeyPair().privateEncoded, dns_servers: servers };
  const config = loadConfig(undefined, {}, { gdpr: { default_value: '1' }, experiment: { adscert: { mode: 'inprocess', inprocess } } });
  return openSigner(config, bidders, clock);
}

test('nothing is opened if signing is disabled', () => {
  const config = loadConfig(undefined, {}, { gdpr: { default_value: '1' } });
  expect(openSigner(config, bidders, new WoundClock())).toEqual({ refreshers: [], stop: expect.any(Function) });
});

test('the domains of signed bidders are looked up at startup', async () => {
  server = await startDnsServer();
  open = start([server.address], new WoundClock());
  await open.refreshers[0]?.refresh();
  const domains = ['bidder.example', 'macros.example'];
  expect([...new Set(server.lookups)].sort()).toEqual(
    domains.flatMap((domain) => [`_adscert.${domain}`, `_delivery._adscert.${domain}`]).sort(),
  );
});

test('a silent DNS delays startup and refreshes by at most a second', async () => {
  const silent = ['bidder', 'macros'].flatMap((name) => [`_adscert.${name}.example`, `_delivery._adscert.${name}.example`]);
  server = await startDnsServer(Object.fromEntries(silent.map((name) => [name, 'silent' as const])));
  const clock = new WoundClock();
  open = start([server.address], clock);
  const refresh = open.refreshers[0]?.refresh();
  clock.wind(1000);
  await refresh;
  expect(await open.signer?.sign('https://bidder.example', '')).toMatchObject({
    header: 'from=example.com&invoking=bidder.example&status=5',
  });
});
