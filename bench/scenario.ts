/** A compared scenario: settings of the host, its processes, and load. */
import { writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseNodeFlags } from '#src/host/node-flags.ts';
import { type Started, start } from './process.ts';
import { bidderNames } from './request.ts';

export interface Scenario {
  readonly bidders: number;
  /** Delay of every bidder, ms. */
  readonly delay: number;
  /** Also caches bids, tracks events and computes floors. */
  readonly everything: boolean;
  /** Bidders with compressed requests. */
  readonly gzip?: boolean | undefined;
  readonly workers?: number | undefined;
}

export interface LoadResult {
  readonly ok: number;
  readonly failed: number;
  readonly p50: number;
  readonly p99: number;
  readonly ms: number;
}

const PROGRAM = join(import.meta.dirname, '../bin/auctor.js');

export const nameOf = ({ bidders, delay, everything, gzip }: Scenario): string =>
  `${bidders} bidders, ${delay} ms${everything ? ', all features' : ''}${gzip ? ', gzip' : ''}`;

/** A host whose bidders all respond at `origin`: plain OpenRTB bidders by configuration, without code. */
export function writeConfig(origin: string, { bidders, delay, everything, gzip, workers = 1 }: Scenario): string {
  const adapters = Object.fromEntries(
    bidderNames(bidders).map((name) => [
      name,
      {
        alias_of: 'generic',
        enabled: true,
        endpoint: `${origin}/${name}?delay=${delay}`,
        // The floor program forwards requests unchanged: so do these bidders.
        openrtb: { version: '2.6' },
        ...(gzip && { endpoint_compression: 'gzip' }),
      },
    ]),
  );
  const file = join(tmpdir(), `auctor-bench-${process.pid}-${bidders}-${delay}-${everything}-${gzip ?? false}-${workers}.yaml`);
  const config = {
    port: 0,
    admin_port: 0,
    workers,
    log: { level: 'warn' },
    adapters,
    gdpr: { default_value: '0', vendor_list_wait_ms: 0 },
    data_dir: '',
    account_defaults: { events: { enabled: everything } },
    price_floors: { enabled: everything },
  };
  writeFileSync(file, JSON.stringify(config));
  return file;
}

/** @param wrapper a program that starts Node, such as `taskset -c 0` */
export const startHost = (
  origin: string,
  scenario: Scenario,
  nodeArgs: readonly string[] = [],
  wrapper: readonly string[] = [],
): Promise<Started> =>
  start(PROGRAM, ['start', '--config', writeConfig(origin, scenario), '--hello'], {}, flagsFor(scenario, nodeArgs), wrapper);

/** Also those that the host would choose: it does not restart itself then. */
const flagsFor = ({ workers = 1 }: Scenario, given: readonly string[]): readonly string[] => [
  ...given,
  ...chooseNodeFlags({ cpus: availableParallelism(), processes: workers, given }),
];

export const auctionUrl = ({ hello }: Started): string => `http://127.0.0.1:${hello['port']}/openrtb2/auction`;

/** As fast as the server responds, with `atOnce` requests in flight. */
export async function load(url: string, { bidders, everything }: Scenario, requests: number, atOnce: number): Promise<LoadResult> {
  const args = [url, String(bidders), String(requests), String(atOnce), '3', everything ? 'everything' : 'plain'];
  return (await start('load.ts', args)).hello as unknown as LoadResult;
}
