/** Auctions recorded by a real tap of a real host, replayed without external services. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type Captured, readCapture } from '#src/replay/capture.ts';
import { replay, type World } from '#src/replay/replay.ts';
import { makeWorld } from '#src/replay/world.ts';
import { type BidderServer, bidderServer, bidOnAll, type RunningHost, startTestHost } from '#test/helpers/host.ts';
import { AUCTOR } from '#test/helpers/program.ts';

const SIGNING_KEY = 'U6KBGSEQ5kuMn3s_ohxYbmdmG7Xoos9hR3fJ_dDOi6Q';

let bidders: BidderServer;
let host: RunningHost;
let socket: WebSocket;
let lines = '';

beforeAll(async () => {
  bidders = await bidderServer((request, response, body) => {
    if (request.url === '/slow') return;
    if (request.url === '/broken') response.end('<html>');
    else response.setHeader('content-type', 'application/json').end(bidOnAll(body, request.url === '/high' ? 2.345 : 1));
  });
  const experiment = { adscert: { enabled: true } };
  const adapter = (path: string) => ({ experiment, alias_of: 'generic', enabled: true, endpoint: `${bidders.origin}/${path}` });
  host = await startTestHost({
    adapters: { plain: adapter('plain'), high: adapter('high'), slow: adapter('slow'), broken: adapter('broken') },
    account_defaults: { events: { enabled: true }, debug_allow: true },
    debug: { override_token: 'very-secret' },
    taps: { flush_ms: 5 },
    experiment: { adscert: { mode: 'inprocess', inprocess: { origin: 'example.com', key: SIGNING_KEY } } },
  });
  socket = new WebSocket(`${host.adminOrigin.replace('http', 'ws')}/taps?kinds=auction&recording=1`);
  socket.on('message', (data) => {
    lines += String(data);
  });
  while (!lines.includes('"snapshot"')) await new Promise((resolve) => socket.once('message', resolve));
});

afterAll(async () => {
  socket.terminate();
  await Promise.all([host.stop(100), bidders.close()]);
});

const worlds = new Map<string, World>();

/** One environment per settings: it takes a while to build. */
async function worldOf({ settings }: Captured): Promise<World> {
  if (!settings) throw new Error('no settings were sent');
  const key = JSON.stringify(settings);
  const world = worlds.get(key) ?? (await makeWorld(settings));
  worlds.set(key, world);
  return world;
}

interface HttpResponse {
  readonly status: number;
  readonly body: string;
}

/** Sends a request and returns its response with its recording. */
async function record(
  path: string,
  body: string | Buffer | undefined,
  headers: Record<string, string> = {},
): Promise<[HttpResponse, Captured]> {
  const before = readCapture(lines).length;
  const response = await fetch(`${host.origin}${path}`, body === undefined ? {} : { method: 'POST', body, headers });
  const made = { status: response.status, body: await response.text() };
  await expect.poll(() => readCapture(lines).length).toBe(before + 1);
  const captured = readCapture(lines).at(-1);
  if (!captured) throw new Error('nothing was recorded');
  return [made, captured];
}

const banner = { format: [{ w: 300, h: 250 }] };
const request = (names: readonly string[], over: object = {}, prebid: object = {}): string =>
  JSON.stringify({
    id: 'recorded',
    imp: [
      { id: 'top', banner, ext: { prebid: { bidder: Object.fromEntries(names.map((name) => [name, {}])) } } },
      {
        id: 'side',
        banner,
        bidfloor: 1.5,
        bidfloorcur: 'USD',
        ext: { prebid: { bidder: Object.fromEntries(names.map((name) => [name, {}])) } },
      },
    ],
    site: { page: 'https://publisher.example/', publisher: { id: 'publisher' } },
    user: { ext: { eids: [{ source: 'id.example', uids: [{ id: 'u' }] }] } },
    tmax: 400,
    ext: { prebid: { targeting: {}, cache: { bids: {} }, ...prebid } },
    ...over,
  });

describe('a recorded auction', () => {
  test.each([
    ['with two bidders, cached bids and events', request(['plain', 'high'])],
    ['with all that debug shows', request(['plain', 'high'], { test: 1 }, { debug: true, returnallbidstatus: true })],
    ['with a bidder that is too slow', request(['plain', 'slow'])],
    ['with a malformed bidder response', request(['broken', 'high'], { test: 1 })],
    ['with calls that cannot be signed', request(['plain', 'high'], { test: 1 }, { experiment: { adscert: { enabled: true } } })],
    ['without a bidder to call', request([], { imp: [{ id: 'a', banner, ext: { prebid: { bidder: { nobody: {} } } } }] })],
    ['that was rejected', request(['plain'], { tmax: -1 })],
  ])('%s replays byte for byte', async (_, body) => {
    const [response, captured] = await record('/openrtb2/auction', body);
    expect(captured.recording.clientResponse).toMatchObject(response);
    const replayed = await replay(captured.recording, await worldOf(captured));
    expect(replayed.differences).toEqual([]);
    expect(replayed.clientResponse).toEqual(captured.recording.clientResponse);
    expect(replayed.clientResponse?.body).toBe(response.body);
  });

  test('replays on request of the console, which rejects anything else', async () => {
    const [response, { recording }] = await record('/openrtb2/auction', request(['plain', 'high']));
    const post = (body: object): Promise<Response> =>
      fetch(`${host.adminOrigin}/console/replay`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    expect(await (await post({ recording })).json()).toEqual({ same: true, differences: [], ...response });
    const others = [
      {},
      { recording: 1 },
      { recording: { v: 2, endpoint: 'auction', incoming: { body: '' }, journal: {} } },
      { recording: { ...recording, v: 1 } },
    ];
    expect((await Promise.all(others.map(post))).map(({ status }) => status)).toEqual([400, 400, 400, 400]);
  });

  test('of another version is an error that names its line', () => {
    const line = JSON.stringify({ type: 'event', kind: 'auction', data: { recording: { v: 1 } } });
    expect(() => readCapture(`\n${line}`)).toThrow('line 2: a recording of version 1 cannot be replayed, only one of version 2');
  });

  test('does not contain the key that signs its calls', async () => {
    const [response] = await record('/openrtb2/auction', request(['plain'], {}, { experiment: { adscert: { enabled: true } } }));
    expect(response.body).toContain('AdsCert signer is enabled but cannot sign the request');
    expect(lines).not.toContain(SIGNING_KEY);
  });

  test('that was unparsable is reported as lost: an unparsable body cannot be masked', async () => {
    const [response, captured] = await record('/openrtb2/auction', '{"user": {"id": "secret"}, ');
    expect(response.status).toBe(400);
    expect(JSON.stringify(captured.recording)).not.toContain('secret');
    const replayed = await replay(captured.recording, await worldOf(captured));
    expect(replayed).toEqual({
      same: false,
      clientResponse: undefined,
      differences: ['the request was unparsable, so nothing was recorded'],
    });
  });

  test('with a compressed body replays identically', async () => {
    const [response, captured] = await record('/openrtb2/auction', gzipSync(request(['high'])), { 'content-encoding': 'gzip' });
    expect(captured.recording.incoming.packed).toBe(true);
    const replayed = await replay(captured.recording, await worldOf(captured));
    expect([replayed.same, replayed.clientResponse?.body]).toEqual([true, response.body]);
  });

  test('with a masked request replays identically without the masked parts', async () => {
    const regs = { regs: { coppa: 1 } };
    const [response, captured] = await record('/openrtb2/auction', request(['plain', 'high'], regs), { cookie: 'uids=secret-cookie' });
    expect(captured.recording.masked).toBe(true);
    expect(JSON.stringify(captured.recording)).not.toMatch(/id\.example|secret-cookie/);
    const replayed = await replay(captured.recording, await worldOf(captured));
    expect([replayed.same, replayed.clientResponse?.body]).toEqual([true, response.body]);
  });

  test('shows debug output under the override token without containing the token', async () => {
    const [response, captured] = await record('/openrtb2/auction', request(['high']), { 'x-pbs-debug-override': 'very-secret' });
    expect(response.body).toContain('httpcalls');
    expect(lines).not.toContain('very-secret');
    const replayed = await replay(captured.recording, await worldOf(captured));
    expect([replayed.same, replayed.clientResponse?.body]).toEqual([true, response.body]);
  });

  test('reports differences under other settings', async () => {
    const [, captured] = await record('/openrtb2/auction', request(['high']));
    const world = await worldOf(captured);
    const other = { ...world, config: { ...world.config, wire: { ...world.config.wire, version_header: 'X-Other' } } };
    const replayed = await replay(captured.recording, other);
    expect(replayed.differences).toEqual([expect.stringMatching(/^headers\.X-Prebid: "auctor\/.*" → nothing$/)]);
  });

  test('reports a divergence from the recording', async () => {
    const [, captured] = await record('/openrtb2/auction', request(['high']));
    const { journal } = captured.recording;
    const truncate = { ...captured.recording, journal: { ...journal, inputs: journal.inputs.filter(({ of }) => of !== 'account') } };
    const replayed = await replay(truncate, await worldOf(captured));
    expect(replayed.same).toBe(false);
    expect(replayed.differences[0]).toContain('account ["publisher"] was not requested');
  });
});

describe('auctor replay', () => {
  test('replays a complete file and prints how many responses are identical', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'auctor-replay-')), 'auctions.ndjson');
    writeFileSync(file, lines);
    const { stdout, status } = spawnSync(process.execPath, [AUCTOR, 'replay', file], { encoding: 'utf8' });
    rmSync(dirname(file), { recursive: true });
    const reported = stdout.trimEnd().split('\n');
    const all = readCapture(lines).length;
    expect(reported.at(-1)).toBe(`${all} auctions, ${all - 1} the same, 0 different, 1 not recorded`);
    // That request was unparsable; without it there is nothing to compare.
    expect(reported.filter((line) => line.startsWith('lost')).length).toBe(1);
    expect(status).toBe(0);
  });

  test('prints what traffic shaping would have saved in a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'auctor-replay-'));
    const [file, settings] = [join(folder, 'auctions.ndjson'), join(folder, 'shaping.yaml')];
    writeFileSync(file, lines);
    writeFileSync(settings, 'min_calls: 5\n');
    const { stdout, status } = spawnSync(process.execPath, [AUCTOR, 'replay', file, '--shaping', settings], { encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    const last = stdout.trimEnd().split('\n').at(-1);
    expect(last).toMatch(/^\d+ auctions, all bidders: \d+ of \d+ calls saved \(.* %\), \d\.\d{6} of \d\.\d{6} USD lost \(.* %\)$/);
    expect(status).toBe(0);
  });
});

describe('a capture', () => {
  test('reports the line that is not JSON', () => {
    expect(() => readCapture('{"type":"hello"}\nnot json\n')).toThrow('line 2 is no JSON');
  });

  test('contains settings without secrets', () => {
    const [settings] = lines.split('\n').filter((line) => line.includes('"settings"'));
    expect(settings).toBeDefined();
    expect(settings).not.toMatch(/"(password|secret|admin_token)":"[^"]/);
  });
});
