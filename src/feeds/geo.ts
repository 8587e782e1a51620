/** Geolocation of IP addresses in memory: a database file, fetched if its address is set, or the addresses in the settings. */
import { join } from 'node:path';
import type { GeoLookup } from '#src/auction/services.ts';
import { ConfigError } from '#src/config/config-error.ts';
import type { HostConfig } from '#src/config/schema.ts';
import { errorMessage } from '#src/lang/error-message.ts';
import { Breaker, breakerLimits } from '#src/net/breaker.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Log } from '#src/platform/log.ts';
import type { Metrics } from '#src/platform/metrics.ts';
import { type FindRecord, openMmdb } from './mmdb.ts';
import { fromList, type Place, readPlace } from './places.ts';
import { RemoteFile } from './remote-file.ts';

/** Any address: the health check only tests whether lookups work. */
const SOME_ADDRESS = '8.8.8.8';

type Find = (ip: string) => Place | undefined;
type Settings = Pick<HostConfig, 'geolocation' | 'data_dir'>;

export interface GeoEnv {
  readonly metrics: Metrics;
  readonly log: Pick<Log, 'info' | 'warn'>;
  readonly clock: Clock;
}

export interface OpenGeo extends GeoLookup {
  find(ip: string): Place | undefined;
  /** Fetches the database, and keeps it up to date. Never rejects. */
  start(): Promise<void>;
  stop(): void;
}

/** Undefined: geolocation is disabled. @throws ConfigError if the database is unreadable */
export async function openGeo(config: Settings, env: GeoEnv): Promise<OpenGeo | undefined> {
  const { geolocation } = config;
  if (!geolocation.enabled) return undefined;
  if (geolocation.type === 'configuration') return withFind(fromList(geolocation.configurations, env), geolocation, env);
  const { remote_file_syncer: syncer } = geolocation.maxmind;
  if (syncer.type === 'remote' && syncer.download_url !== '') return fetched(config, env);
  const file = geolocation.file || syncer.save_filepath;
  return withFind(await fromFile(file, geolocation.file === '' ? 'maxmind.remote_file_syncer.save_filepath' : 'file'), geolocation, env);
}

async function fromFile(file: string, option: string): Promise<Find> {
  try {
    const find = await openMmdb(file);
    return (ip) => readPlace(find(ip));
  } catch (cause) {
    throw new ConfigError([`geolocation.${option}: ${errorMessage(cause)}`]);
  }
}

/** Until the database is there no address is found. */
function fetched({ geolocation, data_dir }: Settings, env: GeoEnv): OpenGeo {
  const { remote_file_syncer: syncer } = geolocation.maxmind;
  const path = geolocation.file || syncer.save_filepath || join(data_dir, 'geolocation.mmdb');
  let find: FindRecord | undefined;
  const load = async (file: string): Promise<void> => {
    find = await openMmdb(file);
  };
  const check = (): void => {
    if (!find) throw new Error('the database is not fetched yet');
    find(SOME_ADDRESS);
  };
  const remote = new RemoteFile(
    {
      url: syncer.download_url,
      path,
      temporaryPath: syncer.tmp_filepath || `${path}.tmp`,
      retries: syncer.retry_count,
      retryMs: syncer.retry_interval_ms,
      timeoutMs: syncer.timeout_ms,
      updateMs: syncer.update_interval_ms,
      checksSize: syncer.check_size,
      connectTimeoutMs: syncer.http_client.connect_timeout_ms,
      maxRedirects: syncer.http_client.max_redirects,
    },
    { ...env, load },
  );
  const lookups = withFind((ip) => readPlace(find?.(ip)), geolocation, env);
  return { ...lookups, check, start: () => remote.start(), stop: () => remote.stop() };
}

/** Lookups with counts; with a circuit breaker those of a failing source pause. */
function withFind(find: Find, { circuit_breaker: options }: HostConfig['geolocation'], { metrics, log, clock }: GeoEnv): OpenGeo {
  const counter = (result: string) => metrics.counter('geolocation_requests', 'Geolocation lookups by result.', { result });
  const [found, unknown, failed] = [counter('found'), counter('unknown'), counter('failed')];
  const breaker = options.enabled ? new Breaker(breakerLimits(options)) : undefined;
  return {
    find(ip) {
      if (breaker?.admits(clock.now()) === false) return undefined;
      try {
        const place = find(ip);
        breaker?.succeeded();
        (place ? found : unknown).add();
        return place;
      } catch (cause) {
        breaker?.failed(clock.now());
        failed.add();
        log.warn({ failure: cause }, 'geolocation lookup failed');
        return undefined;
      }
    },
    check: () => void find(SOME_ADDRESS),
    start: async () => {},
    stop: () => {},
  };
}
