/** Starts the host: a single process, or a primary with workers. */
import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';
import pino from 'pino';
import { type PrimaryOptions, startPrimary } from '#src/cluster/primary.ts';
import { ConfigError, loadConfig } from '#src/config/load.ts';
import type { HostConfig } from '#src/config/schema.ts';
import { checkPrivacyOptions } from '#src/config/sections/privacy.ts';
import { demoSettings, startDemo } from '#src/demo/host.ts';
import { clearSocket } from '#src/http/socket-file.ts';
import { type Host, makeHost, version } from './host.ts';

export interface StartOptions {
  readonly file: string | undefined;
  readonly hello: boolean;
}

/** Loads the settings and starts; errors in them end the process with their lines. */
export async function startHost({ file, hello }: StartOptions): Promise<void> {
  const isDemo = file === undefined;
  const demo = isDemo && !cluster.isWorker ? await startDemo() : undefined;
  const origin = demo?.origin ?? process.env['AUCTOR_DEMO_ORIGIN'] ?? '';
  const config = settings(file, isDemo ? demoSettings(origin) : {});
  const log = pino({ level: config.log.level });
  if (config.unix_socket_enable && cluster.isPrimary) await clearSocket(config.unix_socket_name);
  if (!isDemo && !cluster.isWorker) for (const warning of checkPrivacyOptions(config).warnings) log.warn(warning);
  const workers = config.workers === 0 ? availableParallelism() : config.workers;
  if (workers > 1 && cluster.isPrimary) {
    const environment: Record<string, string> = origin === '' ? {} : { AUCTOR_DEMO_ORIGIN: origin };
    await runPrimary(config, log, { workers, demo: isDemo, version, environment }, hello);
    return;
  }
  const host = await makeHost(config, log, { demo: isDemo }).catch(giveUp);
  const ports = await host.listen();
  if (hello && !cluster.isWorker) console.log(JSON.stringify(ports));
  log.info({ ...ports, demo: isDemo, version: host.services.version }, 'auctor is ready');
  stopOnSignal(host, config, log, async () => demo?.close());
}

function settings(file: string | undefined, base: object): HostConfig {
  try {
    const { AUCTOR_DEMO_ORIGIN: _, ...environment } = process.env;
    return loadConfig(file, environment, base);
  } catch (cause) {
    return giveUp(cause);
  }
}

/** Invalid settings end the process with their lines; anything else is a bug. */
function giveUp(cause: unknown): never {
  if (!(cause instanceof ConfigError)) throw cause;
  console.error(cause.message);
  process.exit(1);
}

/** Starts workers and the admin listener for all of them. */
async function runPrimary(config: HostConfig, log: pino.Logger, options: PrimaryOptions, hello: boolean): Promise<void> {
  const { adminPort, ready, stop } = await startPrimary(config, log, options);
  const { workers, demo } = options;
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      void stop().then(() => process.exit(0));
    });
  }
  const port = await ready;
  if (hello) console.log(JSON.stringify({ port, adminPort }));
  log.info({ port, adminPort, workers, demo, version }, 'auctor is ready');
}

/** First signal: complete requests in flight, then exit. Second: exit. */
function stopOnSignal(host: Host, config: HostConfig, log: pino.Logger, after: () => Promise<void>): void {
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ graceMs: config.shutdown_grace_ms }, 'stopping: waiting for auctions in flight');
    await host.stop(config.shutdown_grace_ms);
    await after();
    process.exit(0);
  };
  // A terminal's Ctrl-C reaches the workers as well as the primary, which notifies them itself.
  if (cluster.isWorker) process.on('SIGINT', () => {});
  for (const signal of cluster.isWorker ? (['SIGTERM'] as const) : (['SIGTERM', 'SIGINT'] as const)) {
    process.on(signal, () => {
      stop().catch((cause: unknown) => {
        log.error({ err: cause }, 'stopping failed');
        process.exit(1);
      });
    });
  }
}
