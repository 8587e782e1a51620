import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BidderServer, bidderServer, type RunningHost, startTestHost } from '#test/helpers/host.ts';

const AGENT = 'Zoë’s browser 日本';
const inBytes = (text: string): string => Buffer.from(text).toString('latin1');
let server: BidderServer;
let host: RunningHost;

beforeAll(async () => {
  server = await bidderServer((_, response) => void response.writeHead(204).end());
  host = await startTestHost({
    adapters: { sovrn: { enabled: true, endpoint: `${server.origin}/`, endpoint_compression: 'none' } },
  });
});
afterAll(async () => {
  await host.stop(1000);
  await server.close();
});

/** What the bidder receives of an auction. */
async function received(headers: Readonly<Record<string, string>>, over: object = {}) {
  const imp = [{ id: 'i', banner: { format: [{ w: 300, h: 250 }] }, ext: { srv: { bidder: { sovrn: { tagid: '1' } } } } }];
  const body = JSON.stringify({ id: 'r', imp, site: { id: 's' }, ...over });
  await (await fetch(`${host.origin}/openrtb2/auction`, { method: 'POST', headers, body })).text();
  const call = server.requests.at(-1);
  const { device, site } = JSON.parse(call?.body ?? '{}') as { device?: { ua?: string }; site?: { page?: string } };
  return { agent: call?.headers['user-agent'], ua: device?.ua, page: site?.page };
}

test('user agent and referer in UTF-8 reach bidders unchanged, in the request and its headers', async () => {
  const page = 'https://p.example/日本';
  const headers = { 'user-agent': inBytes(AGENT), referer: inBytes(page) };
  expect(await received(headers)).toEqual({ agent: inBytes(AGENT), ua: AGENT, page });
});

test('a user agent of the request is sent to bidders in UTF-8', async () => {
  const { agent, ua } = await received({}, { device: { ua: AGENT } });
  expect([agent, ua]).toEqual([inBytes(AGENT), AGENT]);
});

test('a user agent that is not UTF-8 is read as Latin-1', async () => {
  const { agent, ua } = await received({ 'user-agent': 'Zo\xeb' });
  expect([agent, ua]).toEqual([inBytes('Zoë'), 'Zoë']);
});
