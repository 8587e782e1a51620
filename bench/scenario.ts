/** A compared scenario: settings of the host, its processes, and load. */
import { readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { chooseNodeFlags, MALLOC_SETTINGS } from '#src/host/node-flags.ts';
import { ANALYTICS_FILE, FEATURES, settingsFor } from './features.ts';
import { newFolder } from './folder.ts';
import { type Started, start } from './process.ts';
import { bidderNames } from './request.ts';

export interface Scenario {
  readonly bidders: number;
  /** Delay of every bidder, ms. */
  readonly delay: number;
  /** All features of `features.ts`. */
  readonly everything: boolean;
  /** Bidders with compressed requests. */
  readonly gzip?: boolean | undefined;
  readonly workers?: number | undefined;
  /** Rollups as metrics. */
  readonly rollups?: boolean | undefined;
  /** All auctions and their calls are in flight at once: no limit of auctions and connections. */
  readonly unlimited?: boolean | undefined;
}

/** For bidders that wait. */
const MAX_CALL_MS = 600_000;

const PROGRAM = join(import.meta.dirname, '../bin/auctor.js');

export const nameOf = ({ bidders, delay, everything, gzip }: Scenario): string =>
  `${bidders} bidders, ${delay} ms${everything ? ', all features' : ''}${gzip ? ', gzip' : ''}`;

/**
 * Settings of a host whose bidders all respond at `origin`: plain OpenRTB bidders by configuration, without code.
 * @param folder for the settings and other files of the host
 */
function writeConfig(folder: string, origin: string, scenario: Scenario): string {
  const { bidders, delay, everything, gzip, workers = 1, rollups, unlimited } = scenario;
  const adapters = Object.fromEntries(
    bidderNames(bidders).map((name, i) => [
      name,
      {
        alias_of: 'generic',
        enabled: true,
        endpoint: `${origin}/${name}?delay=${delay}`,
        // The floor program forwards requests unchanged: so do these bidders.
        openrtb: { version: '2.6' },
        gvl_vendor_id: i + 1,
        ...(gzip && { endpoint_compression: 'gzip' }),
      },
    ]),
  );
  const config = {
    ...settingsFor(everything ? FEATURES : [], folder),
    port: 0,
    admin_port: 0,
    workers,
    log: { level: 'warn' },
    adapters,
    data_dir: '',
    // Taps end when they are closed.
    taps: { resume_ms: 0 },
    ...(rollups && { metrics: { rollups: { enabled: true } } }),
    ...(unlimited && {
      http_client: { max_connections_per_host: 0, call_timeout_ms: MAX_CALL_MS, max_live_calls_per_bidder: 100_000 },
      admission: { max_live_auctions: 100_000, max_wait_ms: 600_000, max_wait_share: 1 },
    }),
  };
  const file = join(folder, 'settings.yaml');
  writeFileSync(file, JSON.stringify(config));
  return file;
}

/** A host, and its files. */
export interface StartedHost extends Started {
  /**
   * Empties the files of its file logger, so that the next lines use the same pages of memory again, as on a machine that has run for days. A
   * virtual machine may take 2 ms for each new MB, ten times as long as for writing it.
   */
  emptyLogs(): void;
}

/** Starts a host; its files are removed when it stops. @param wrapper a program that starts Node, such as `taskset -c 0` */
export async function startHost(
  origin: string,
  scenario: Scenario,
  nodeArgs: readonly string[] = [],
  wrapper: readonly string[] = [],
): Promise<StartedHost> {
  const folder = newFolder('bench');
  const args = ['start', '--config', writeConfig(folder, origin, scenario), '--hello'];
  const host = await start(PROGRAM, args, MALLOC_SETTINGS, flagsFor(scenario, nodeArgs), wrapper);
  return {
    ...host,
    emptyLogs() {
      for (const name of readdirSync(folder)) if (name.startsWith(ANALYTICS_FILE)) truncateSync(join(folder, name));
    },
    async stop() {
      await host.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Also those that the host would choose: it does not restart itself then. */
export const flagsFor = ({ workers = 1 }: Pick<Scenario, 'workers'>, given: readonly string[]): readonly string[] => [
  ...given,
  ...chooseNodeFlags({ cpus: availableParallelism(), processes: workers, given }),
];

export const auctionUrl = ({ hello }: Started): string => `http://127.0.0.1:${hello['port']}/openrtb2/auction`;
