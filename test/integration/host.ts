/** A complete auctor process with settings of its own, a bidder for it to call, and its log. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { stringify } from 'yaml';
import type { HostConfigInput } from '#src/config/schema.ts';
import { AUCTOR, QUICK_START } from '#test/helpers/program.ts';

export interface HttpResponse {
  readonly status: number;
  readonly body: string;
}

export interface AuctorProcess {
  readonly url: string;
  readonly adminUrl: string;
  /** Lines of its log so far. */
  readonly lines: readonly string[];
  get(path: string): Promise<HttpResponse>;
  post(path: string, body: unknown): Promise<HttpResponse>;
  admin(method: string, path: string, body?: unknown): Promise<HttpResponse>;
  /** Value of one metric by its name and labels as written; undefined: absent. */
  metric(series: string): Promise<number | undefined>;
  stop(): Promise<void>;
  signal(name: NodeJS.Signals): void;
  /** Exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
}

/** A host with a settings file that tests may change. */
export interface ConfiguredProcess extends AuctorProcess {
  /** Writes the settings file again, with these merged over the first ones. */
  configure(settings: HostConfigInput): void;
}

/** For `admin_token` of hosts whose admin listener receives changes; other hosts ignore it. */
export const ADMIN_TOKEN = 'integration';

const call = async (method: string, url: string, body?: unknown): Promise<HttpResponse> => {
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
  const init = body === undefined ? { headers } : { headers, body: JSON.stringify(body) };
  const response = await fetch(url, { method, signal: AbortSignal.timeout(60_000), ...init });
  return { status: response.status, body: await response.text() };
};

/** Starts `auctor start --config … --hello` and waits for its ports. */
export async function startAuctor(
  settings: HostConfigInput,
  environment: Readonly<Record<string, string>> = {},
): Promise<ConfiguredProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'auctor-host-'));
  const file = join(folder, 'auctor.yaml');
  // The machine may be busy with other tests, which must not reject auctions. A third of a start is its warm-up.
  const base = { host: '127.0.0.1', port: 0, admin_port: 0, admission: { max_wait_ms: 60_000 }, warm_up_auctions: 0 };
  const all = { ...base, gdpr: { enabled: false, default_value: '0' }, ...settings };
  writeFileSync(file, stringify(all));
  const host = await startMain(['--config', file], environment);
  return {
    ...host,
    configure: (changed) => writeFileSync(file, stringify({ ...all, ...changed })),
    async stop() {
      await host.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Settings of a demo host on free ports and without the network. */
const DEMO_ENVIRONMENT = {
  AUCTOR_PORT: '0',
  AUCTOR_ADMIN_PORT: '0',
  AUCTOR_ADMISSION_MAX_WAIT_MS: '60000',
  AUCTOR_GDPR_DEFAULT_VALUE: '0',
  AUCTOR_GDPR_VENDORLIST_LIVE_ENABLED: 'false',
};

/** Starts the demo host like `npm start`. @param program `auctor` of an installed package instead of the sources */
export const startDemoProcess = (program?: string): Promise<AuctorProcess> =>
  program === undefined ? startMain(['--demo'], DEMO_ENVIRONMENT) : startProgram([program, 'demo'], DEMO_ENVIRONMENT);

/** A host with these does not restart itself. */
const QUICK = { AUCTOR_NODE_FLAGS: QUICK_START.join(' ') };

const startMain = (args: readonly string[], more: Readonly<Record<string, string>>): Promise<AuctorProcess> =>
  startProgram([...QUICK_START, AUCTOR, 'start', ...args], { ...QUICK, ...more });

/** The same in a folder with settings; without other variables of this process. */
export const startInFolder = (
  folder: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<AuctorProcess> => startProgram([...QUICK_START, AUCTOR, 'start', ...args], { ...QUICK, ...environment }, folder);

async function startProgram(args: readonly string[], more: Readonly<Record<string, string>>, cwd?: string): Promise<AuctorProcess> {
  const { NODE_OPTIONS: _, ...environment } = process.env;
  const child: ChildProcess = spawn(process.execPath, [...args, '--hello'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: cwd === undefined ? { ...environment, ...more } : more,
    cwd,
  });
  const lines: string[] = [];
  const ended = new Promise<number | string>((resolve) => child.once('close', (code, signal) => resolve(code ?? signal ?? 0)));
  const ports = await new Promise<{ port: number; adminPort: number }>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      createInterface(stream).on('line', (line) => {
        lines.push(line);
        if (line.startsWith('{"port":')) resolve(JSON.parse(line) as { port: number; adminPort: number });
      });
    }
    child.once('close', (code) => reject(new Error(`auctor ended with ${code}:\n${lines.join('\n')}`)));
  });
  const [url, adminUrl] = [`http://127.0.0.1:${ports.port}`, `http://127.0.0.1:${ports.adminPort}`];
  return {
    url,
    adminUrl,
    lines,
    ended,
    signal: (name) => void child.kill(name),
    get: (path) => call('GET', url + path),
    post: (path, body) => call('POST', url + path, body),
    admin: (method, path, body) => call(method, adminUrl + path, body),
    async metric(series) {
      const { body } = await call('GET', `${adminUrl}/metrics`);
      const line = body.split('\n').find((each) => each.startsWith(`${series} `));
      return line === undefined ? undefined : Number(line.slice(series.length + 1));
    },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM');
        const timer = setTimeout(() => child.kill('SIGKILL'), 8000);
        await ended;
        clearTimeout(timer);
      }
    },
  };
}

export interface LocalServer {
  readonly url: string;
  close(): Promise<void>;
}

/** An HTTP server that returns JSON, or only a status. */
export async function serve(respond: (path: string, body: string) => object | number): Promise<LocalServer> {
  const server: HttpServer = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const made = respond(request.url ?? '', Buffer.concat(chunks).toString('utf8'));
      if (typeof made === 'number') response.writeHead(made).end();
      else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(made));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A bidder with plain OpenRTB: a dollar for every imp. */
export const startBidder = (): Promise<LocalServer> =>
  serve((_, body) => {
    const { id, imp } = JSON.parse(body) as { id: string; imp: { id: string }[] };
    const bid = imp.map((one) => ({ id: `bid-${one.id}`, impid: one.id, price: 1, adm: '<p>ad</p>', crid: 'c', w: 300, h: 250, mtype: 1 }));
    return { id, cur: 'USD', seatbid: [{ bid }] };
  });

interface ResponseBid {
  readonly ext: { readonly srv: { readonly targeting?: Readonly<Record<string, string>>; readonly events?: object } };
}

/** The parts of an auction's response these tests use. */
export interface AuctionResponse {
  readonly seatbid?: readonly { readonly bid: readonly ResponseBid[] }[];
  readonly ext?: { readonly errors?: { readonly srv?: readonly { readonly message: string }[] } };
}

/** The first bid's cache id and whether it has event addresses, and the errors. The text of a rejection is an error. */
export function reported(body: string): { bids: number; cacheId: string | undefined; events: boolean; errors: string[] } {
  if (!body.startsWith('{')) return { bids: 0, cacheId: undefined, events: false, errors: [body] };
  const { seatbid = [], ext } = JSON.parse(body) as AuctionResponse;
  const bids = seatbid.flatMap(({ bid }) => bid);
  const srv = bids[0]?.ext.srv;
  return {
    bids: bids.length,
    cacheId: srv?.targeting?.['hb_cache_id'],
    events: srv?.events !== undefined,
    errors: (ext?.errors?.srv ?? []).map(({ message }) => message),
  };
}
