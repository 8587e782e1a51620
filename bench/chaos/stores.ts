/**
 * A real Redis (bid cache) and PostgreSQL (stored requests) that are killed, or stopped and continued, under load: no auction is lost that
 * needs no store, known stored data is served meanwhile, unknown ids get 503, and all recovers.
 */

import { setTimeout as pause } from 'node:timers/promises';
import { missing, type Server, startPostgres, startRedis } from '#test/integration/servers.ts';
import { postgresSql, storedRequest } from '#test/integration/topology.ts';
import { type Started, start } from '../process.ts';
import { GOOD_REQUEST, type GoodRequests, startGoodRequests } from './good-requests.ts';
import { startHost } from './host.ts';
import { type Check, figure, ms, none } from './report.ts';

/** ms until a failure is noticed, and until a recovery is complete. */
const PATIENCE_MS = 20_000;
const POLL_MS = 20;

interface Stores {
  readonly redis: Server;
  readonly postgres: Server;
}

const settingsOf = ({ redis, postgres }: Stores) =>
  ({
    stored_requests: {
      filesystem: { enabled: false },
      database: {
        connection: { driver: 'postgres', dbname: 'postgres', host: '127.0.0.1', port: postgres.port, user: 'postgres' },
        fetcher: { query: "select id, data, 'request' from stored_requests where id in $REQUEST_ID_LIST" },
      },
      in_memory_cache: { type: 'lru', ttl_seconds: 1, negative_ttl_seconds: 0 },
    },
    cache: { backend: 'redis', redis: { port: redis.port } },
    stored_requests_timeout_ms: 500,
    admission: { max_wait_ms: 60_000 },
  }) as const;

const prebid = (ext: object): object => ({ ext: { prebid: ext } });
const CACHED = { ...GOOD_REQUEST, ...prebid({ targeting: {}, cache: { bids: {} } }) };
const storedOf = (id: string, tmax: number): object => ({ ...GOOD_REQUEST, tmax, ...prebid({ storedrequest: { id } }) });
/** A store that hangs takes half of `tmax` from known stored data, all of it from unknown ids. */
const KNOWN = storedOf('known', 4000);
const UNKNOWN = storedOf('unknown', 500);

async function post(host: Started, body: object): Promise<{ status: number; text: string }> {
  const response = await fetch(`http://127.0.0.1:${host.hello['port']}/openrtb2/auction`, { method: 'POST', body: JSON.stringify(body) });
  return { status: response.status, text: await response.text() };
}

/** Loads by what they need. */
function startLoads(port: number): Readonly<Record<string, GoodRequests>> {
  const isStatus =
    (...allowed: number[]) =>
    (status: number) =>
      allowed.includes(status);
  return {
    'without stores': startGoodRequests({ port }),
    'with a bid cache': startGoodRequests({ port, body: CACHED }),
    'with known stored data': startGoodRequests({ port, body: KNOWN }),
    'with unknown stored data, neither 400 nor 503': startGoodRequests({ port, body: UNKNOWN, isGood: isStatus(400, 503) }),
  };
}

interface Outage {
  readonly name: string;
  begin(): Promise<void>;
  end(): Promise<void>;
  isNoticed(): Promise<boolean>;
}

/** One outage after the other of each store. */
function outagesOf(host: Started, { redis, postgres }: Stores): Outage[][] {
  const hasNoCacheId = async (): Promise<boolean> => !(await post(host, CACHED)).text.includes('"hb_cache_id"');
  const isUnavailable = async (): Promise<boolean> => (await post(host, UNKNOWN)).status === 503;
  const both = (name: string, server: Server, isNoticed: () => Promise<boolean>): Outage[] => [
    { name: `${name} killed`, begin: () => server.kill(), end: async () => void (await server.start()), isNoticed },
    { name: `${name} stopped`, begin: async () => server.pause(), end: async () => server.resume(), isNoticed },
  ];
  return [both('Redis', redis, hasNoCacheId), both('PostgreSQL', postgres, isUnavailable)];
}

/** ms until `holds` returns true; undefined: not within the patience. */
async function timeUntil(holds: () => Promise<boolean>): Promise<number | undefined> {
  const startedAt = performance.now();
  while (!(await holds())) {
    if (performance.now() - startedAt > PATIENCE_MS) return undefined;
    await pause(POLL_MS);
  }
  return performance.now() - startedAt;
}

async function checkOutage({ name, begin, end, isNoticed }: Outage, seconds: number): Promise<Check[]> {
  await begin();
  const noticed = await timeUntil(isNoticed);
  await pause(seconds * 1000);
  await end();
  const recovered = await timeUntil(async () => !(await isNoticed()));
  const shown = (time: number | undefined): string => (time === undefined ? 'never' : ms(time));
  return [
    figure(`${name}: noticed after`, shown(noticed), 'then auctions do without it'),
    { name: `${name}: recovered after`, measured: shown(recovered), wanted: `≤ ${ms(PATIENCE_MS)}`, passed: recovered !== undefined },
  ];
}

async function attack(stores: Stores, seconds: number): Promise<Check[]> {
  const sql = postgresSql(stores.postgres);
  await sql('create table stored_requests (id text primary key, data text)');
  await sql('insert into stored_requests values ($1, $2)', ['known', storedRequest()]);
  const bidders = await start('chaos/cheap-bidders.ts', ['1']);
  const host = await startHost({ good: `http://127.0.0.1:${bidders.hello['port']}/delay/1` }, settingsOf(stores));
  await post(host, KNOWN);
  const loads = startLoads(Number(host.hello['port']));
  const checkAll = async (outages: readonly Outage[]): Promise<Check[]> => {
    const checks: Check[] = [];
    for (const outage of outages) checks.push(...(await checkOutage(outage, seconds / outages.length)));
    return checks;
  };
  const checks = (await Promise.all(outagesOf(host, stores).map(checkAll))).flat();
  for (const [name, load] of Object.entries(loads)) {
    await load.stop();
    for (const failure of load.failures) console.error(`stores: an auction ${name} got ${failure}`);
    checks.push(none(`stores: lost of ${load.served} auctions ${name}`, load.failures.length));
  }
  checks.push({ name: 'the host after all', measured: String(host.child.exitCode), wanted: 'null', passed: host.child.exitCode === null });
  await Promise.all([host.stop(), bidders.stop()]);
  return checks;
}

/** @param seconds of the outages of a store, beside the time until they are noticed */
export async function stores(seconds: number): Promise<Check[]> {
  const absent = missing('redis', 'postgres');
  if (absent !== undefined) return [figure('stores', 'skipped', absent)];
  const [redis, postgres] = await Promise.all([startRedis(), startPostgres()]);
  try {
    return await attack({ redis, postgres }, seconds);
  } finally {
    await Promise.all([redis.remove(), postgres.remove()]);
  }
}
