/** Auctions recorded by a real tap of a real host, run again with nobody there. */
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

const SIGNING_KEY = 'U6KBGSEQ5kuMn3s_ohxYbmdmG7Xoos9hR3fJ_dDOi6Q';

let bidders: BidderServer;
let host: RunningHost;
let socket: WebSocket;
let lines = '';

beforeAll(async () => {
  bidders = await bidderServer((request, response, body) => {
    if (request.url === '/slow') return;
    if (request.url === '/broken') response.end('<html>');
    else response.setHeader('content-type', 'application/json').end(bidOnAll(body, request.url === '/dear' ? 2.345 : 1));
  });
  const experiment = { adscert: { enabled: true } };
  const adapter = (path: string) => ({ experiment, alias_of: 'generic', enabled: true, endpoint: `${bidders.origin}/${path}` });
  host = await startTestHost({
    adapters: { plain: adapter('plain'), dear: adapter('dear'), slow: adapter('slow'), broken: adapter('broken') },
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

/** The same world for the same settings: it takes a while to make. */
async function worldOf({ settings }: Captured): Promise<World> {
  if (!settings) throw new Error('no settings were told');
  const key = JSON.stringify(settings);
  const world = worlds.get(key) ?? (await makeWorld(settings));
  worlds.set(key, world);
  return world;
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** Sends a request and gives back its answer with its recording. */
async function record(path: string, body: string | Buffer | undefined, headers: Record<string, string> = {}): Promise<[Answer, Captured]> {
  const before = readCapture(lines).length;
  const answer = await fetch(`${host.origin}${path}`, body === undefined ? {} : { method: 'POST', body, headers });
  const made = { status: answer.status, body: await answer.text() };
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
    ['with two bidders, cached bids and events', request(['plain', 'dear'])],
    ['with all that debug shows', request(['plain', 'dear'], { test: 1 }, { debug: true, returnallbidstatus: true })],
    ['with a bidder that is too slow', request(['plain', 'slow'])],
    ['with an answer nobody can read', request(['broken', 'dear'], { test: 1 })],
    ['with calls that cannot be signed', request(['plain', 'dear'], { test: 1 }, { experiment: { adscert: { enabled: true } } })],
    ['with nobody to call', request([], { imp: [{ id: 'a', banner, ext: { prebid: { bidder: { nobody: {} } } } }] })],
    ['that was refused', request(['plain'], { tmax: -1 })],
  ])('%s comes out the same, byte for byte', async (_, body) => {
    const [answer, captured] = await record('/openrtb2/auction', body);
    expect(captured.recording.reply).toMatchObject(answer);
    const replayed = await replay(captured.recording, await worldOf(captured));
    expect(replayed.differences).toEqual([]);
    expect(replayed.reply).toEqual(captured.recording.reply);
    expect(replayed.reply?.body).toBe(answer.body);
  });

  test('tells nobody the key its calls are signed with', async () => {
    const [answer] = await record('/openrtb2/auction', request(['plain'], {}, { experiment: { adscert: { enabled: true } } }));
    expect(answer.body).toContain('AdsCert signer is enabled but cannot sign the request');
    expect(lines).not.toContain(SIGNING_KEY);
  });

  test('that could not be read is told to be lost: what cannot be read cannot be cut', async () => {
    const [answer, captured] = await record('/openrtb2/auction', '{"user": {"id": "secret"}, ');
    expect(answer.status).toBe(400);
    expect(JSON.stringify(captured.recording)).not.toContain('secret');
    const replayed = await replay(captured.recording, await worldOf(captured));
    expect(replayed).toEqual({
      same: false,
      reply: undefined,
      differences: ['the request could not be read, so nothing of it was recorded'],
    });
  });

  test('that came packed comes out the same', async () => {
    const [answer, captured] = await record('/openrtb2/auction', gzipSync(request(['dear'])), { 'content-encoding': 'gzip' });
    expect(captured.recording.incoming.packed).toBe(true);
    const replayed = await replay(captured.recording, await worldOf(captured));
    expect([replayed.same, replayed.reply?.body]).toEqual([true, answer.body]);
  });

  test('whose request was cut for privacy comes out the same without what was cut', async () => {
    const regs = { regs: { coppa: 1 } };
    const [answer, captured] = await record('/openrtb2/auction', request(['plain', 'dear'], regs), { cookie: 'uids=secret-cookie' });
    expect(captured.recording.masked).toBe(true);
    expect(JSON.stringify(captured.recording)).not.toMatch(/id\.example|secret-cookie/);
    const replayed = await replay(captured.recording, await worldOf(captured));
    expect([replayed.same, replayed.reply?.body]).toEqual([true, answer.body]);
  });

  test('shows debug output under the override token without telling the token', async () => {
    const [answer, captured] = await record('/openrtb2/auction', request(['dear']), { 'x-pbs-debug-override': 'very-secret' });
    expect(answer.body).toContain('httpcalls');
    expect(lines).not.toContain('very-secret');
    const replayed = await replay(captured.recording, await worldOf(captured));
    expect([replayed.same, replayed.reply?.body]).toEqual([true, answer.body]);
  });

  test('says what differs under other settings', async () => {
    const [, captured] = await record('/openrtb2/auction', request(['dear']));
    const world = await worldOf(captured);
    const other = { ...world, config: { ...world.config, wire: { ...world.config.wire, version_header: 'X-Other' } } };
    const replayed = await replay(captured.recording, other);
    expect(replayed.differences).toEqual([expect.stringMatching(/^headers\.X-Prebid: "auctor\/.*" → nothing$/)]);
  });

  test('says so when it goes another way than recorded', async () => {
    const [, captured] = await record('/openrtb2/auction', request(['dear']));
    const { journal } = captured.recording;
    const cut = { ...captured.recording, journal: { ...journal, asks: journal.asks.filter(({ of }) => of !== 'account') } };
    const replayed = await replay(cut, await worldOf(captured));
    expect(replayed.same).toBe(false);
    expect(replayed.differences[0]).toContain('account ["publisher"] was not asked');
  });
});

describe('npm run replay', () => {
  test('runs a whole file and tells how many replies came out the same', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'auctor-replay-')), 'auctions.ndjson');
    writeFileSync(file, lines);
    const { stdout, status } = spawnSync(process.execPath, ['src/replay/run.ts', file], { encoding: 'utf8' });
    rmSync(dirname(file), { recursive: true });
    const told = stdout.trimEnd().split('\n');
    expect(told.at(-1)).toBe(`${readCapture(lines).length} auctions, ${readCapture(lines).length - 1} the same, 1 different`);
    expect(told.filter((line) => line.startsWith('different')).length).toBe(1);
    expect(status).toBe(1);
  });
});

describe('a capture', () => {
  test('names the line that is no JSON', () => {
    expect(() => readCapture('{"type":"hello"}\nnot json\n')).toThrow('line 2 is no JSON');
  });

  test('holds settings without secrets', () => {
    const [settings] = lines.split('\n').filter((line) => line.includes('"settings"'));
    expect(settings).toBeDefined();
    expect(settings).not.toMatch(/"(password|secret|admin_token)":"[^"]/);
  });
});
