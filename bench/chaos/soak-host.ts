/** The host of a soak: all features that hold something between requests are on, with small limits, so that they are full soon. */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { HostConfigInput } from '#src/config/schema.ts';
import type { Cores } from '../cores.ts';
import { newFolder } from '../folder.ts';
import { peakRssMb, type Started, start } from '../process.ts';
import { startHost } from './host.ts';
import { SLOW_CODES, SYNCED, writeStoredData } from './mixed-data.ts';
import type { Probe } from './probe.ts';

const PROBE = join(import.meta.dirname, 'probe.ts');
const POLL_MS = 10;
const PATIENCE_MS = 30_000;

/** What the host holds while nothing is in flight. */
export interface Sample extends Probe {
  /** Gauges of the host: auctions in flight, client connections. */
  readonly gauges: Readonly<Record<string, number>>;
}

export interface SoakHost {
  readonly port: number;
  readonly adminPort: number;
  readonly process: Started;
  readonly folder: string;
  /** @param isCollected after a complete collection. V8 then forgets much of the compiled code: the next requests are slow */
  sample(isCollected: boolean): Promise<Sample>;
  peakRssMb(): number;
  /** Error lines of the log, and warnings of Node. */
  errors(): readonly string[];
  close(): Promise<void>;
}

const GAUGES = ['auctions_live', 'client_connections'];

const settingsOf = (folder: string): HostConfigInput => ({
  admin: { enabled: true },
  admin_port: 0,
  log: { level: 'error' },
  data_dir: '',
  stored_requests: { filesystem: { directorypath: folder } },
  stored_video_req: { filesystem: { directorypath: folder } },
  accounts: { filesystem: { directorypath: folder } },
  cache: { memory: { max_bytes: 1024 * 1024 }, rate_limiter: { num_requests: 100_000 } },
  vtrack: { rate_limiter: { num_requests: 100_000, num_account_requests: 100_000 } },
  http_client: { idle_connection_timeout_seconds: 1 },
  taps: { ring_events: 100, resume_ms: 100, rollups: { interval_ms: 100 } },
});

const isProbe = (line: string): boolean => line.startsWith('{"probe":');

async function probeOf({ child, printed }: Started, isCollected: boolean): Promise<Probe> {
  const before = printed.filter(isProbe).length;
  child.kill(isCollected ? 'SIGCONT' : 'SIGUSR2');
  for (let waited = 0; waited < PATIENCE_MS; waited += POLL_MS) {
    const line = printed.filter(isProbe)[before];
    if (line !== undefined) return (JSON.parse(line) as { probe: Probe }).probe;
    await pause(POLL_MS);
  }
  throw new Error('the host did not report what it holds');
}

async function gaugesOf(adminPort: number): Promise<Sample['gauges']> {
  const text = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text();
  return Object.fromEntries(GAUGES.map((name) => [name, Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1] ?? Number.NaN)]));
}

/** Starts the host and its bidder. */
export async function openSoakHost(cores: Cores): Promise<SoakHost> {
  const folder = newFolder('soak');
  writeStoredData(folder, 0);
  const bidder = await start('chaos/mixed-bidder.ts', [], {}, [], cores.others);
  const url = (path: string): string => `http://127.0.0.1:${bidder.hello['port']}/${path}`;
  const usersync = { redirect: { url: 'https://sync.example/?to={{.RedirectURL}}', user_macro: '$UID' } };
  const slow = Object.fromEntries(SLOW_CODES.map((code) => [code, url(code)]));
  const bidders = { [SYNCED]: { endpoint: url('delay/20'), usersync }, bidder2: url('delay/40'), bidder3: url('delay/60'), ...slow };
  const nodeArgs = ['--expose-gc', '--import', PROBE];
  const host = await startHost(bidders, settingsOf(folder), { wrapper: cores.host, nodeArgs });
  const adminPort = Number(host.hello['adminPort']);
  return {
    port: Number(host.hello['port']),
    adminPort,
    process: host,
    folder,
    sample: async (isCollected) => {
      // The connection that reads the gauges is closed before the probe counts sockets.
      const gauges = await gaugesOf(adminPort);
      return { gauges, ...(await probeOf(host, isCollected)) };
    },
    peakRssMb: () => peakRssMb(host.child.pid ?? 0),
    errors: () => host.printed.filter((line) => line.includes('"level":') || line.startsWith('{"warning":')),
    async close() {
      await Promise.all([host.stop(), bidder.stop()]);
    },
  };
}
