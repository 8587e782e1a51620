/** Starts the host: a single process, or a primary with workers. */
import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';
import { format } from 'node:util';
import { startPrimary } from '#src/cluster/primary.ts';
import { startHeartbeats } from '#src/cluster/worker.ts';
import { StartFailure } from '#src/cluster/worker-pool.ts';
import { ConfigError } from '#src/config/config-error.ts';
import type { Settings } from '#src/config/load.ts';
import type { HostConfig } from '#src/config/schema.ts';
import { checkPrivacyOptions } from '#src/config/sections/privacy.ts';
import { type DemoBidder, startDemoBidder } from '#src/demo/bidder-server.ts';
import { demoSettings } from '#src/demo/host.ts';
import { clearSocket } from '#src/http/socket-file.ts';
import { errorMessage } from '#src/lang/error-message.ts';
import { limitBufferSlabs } from '#src/platform/buffer-slabs.ts';
import { logConsole } from '#src/platform/console-log.ts';
import type { Log } from '#src/platform/log.ts';
import { createLogger } from '#src/platform/logger.ts';
import { openServiceManager, type ServiceManager } from '#src/platform/service-manager.ts';
import { type LogExport, openLogExport } from '#src/tracing/log-export.ts';
import { makeHost } from './host.ts';
import { missingNodeFlags, nodeFlagsInEffect } from './node-flags.ts';
import { version } from './services.ts';
import { checkSettings } from './settings-check.ts';
import { holdReloads, reloadOnSignal, stopOnSignals, stopWorkerOnOrder } from './signals.ts';

export interface StartOptions {
  /** Settings files, each may be several separated by commas; undefined: the default locations of the two variants. */
  readonly files: readonly string[] | undefined;
  /** Arguments with settings (`--any.key=value`). */
  readonly args: readonly string[];
  /** The demo host: without settings of its own, on loopback only. */
  readonly demo: boolean;
  /** Unknown keys stop the start. */
  readonly strict: boolean;
  readonly hello: boolean;
}

/** A running process and what it needs to stop and reload. */
interface Running {
  readonly options: StartOptions;
  /** Origin of the demo bidder. */
  readonly origin: string;
  readonly config: HostConfig;
  readonly log: Log;
  readonly manager: ServiceManager;
  /** Ends the demo bidder and sends the last lines of the log. */
  readonly end: () => Promise<void>;
}

/** Loads the settings and starts; settings errors end the process and are printed. */
export async function startHost(options: StartOptions): Promise<void> {
  const { demo: isDemo } = options;
  holdReloads();
  limitBufferSlabs();
  const demo = isDemo && !cluster.isWorker ? await startDemoBidder() : undefined;
  const origin = demo?.origin ?? process.env['AUCTOR_DEMO_ORIGIN'] ?? '';
  const { config, warnings, files } = await settings(options, origin);
  const exported = openLogExport(config, version);
  const log = createLogger(config, { version, worker: cluster.worker?.id }, exported ? [exported] : []);
  logConsole(log);
  if (!cluster.isWorker) {
    if (files.length > 0) log.info({ files, variant: config.variant }, 'settings are read');
    for (const warning of warnings) log.warn(warning);
    log.info(nodeFlagsInEffect(workerCount(config)), 'flags of Node are chosen by CPUs and workers');
    if (!isDemo) for (const warning of checkPrivacyOptions(config).warnings) log.warn(warning);
  }
  if (config.unix_socket_enable && cluster.isPrimary) await clearSocket(config.unix_socket_name);
  // Until the process ends.
  if (cluster.isWorker) startHeartbeats(config.worker_heartbeat);
  const manager = openServiceManager(cluster.isWorker ? {} : process.env, log);
  const running: Running = { options, origin, config, log, manager, end: () => endAfter(demo, exported) };
  if (cluster.isPrimary && (workerCount(config) > 1 || config.primary)) await runPrimary(running).catch(giveUp);
  else await runHost(running).catch(giveUp);
}

async function endAfter(demo: DemoBidder | undefined, exported: LogExport | undefined): Promise<void> {
  await demo?.close();
  await exported?.stop(LAST_LINES_MS);
}

/** ms to send the last lines of the log. */
const LAST_LINES_MS = 1000;

const workerCount = ({ workers }: HostConfig): number => (workers === 0 ? availableParallelism() : workers);

const check = ({ files, args, demo, strict }: StartOptions, origin: string): Promise<Settings> =>
  checkSettings({
    files,
    args,
    environment: process.env,
    base: demo ? demoSettings(origin) : {},
    folder: demo ? undefined : process.cwd(),
    strict,
    demo,
  });

async function settings(options: StartOptions, origin: string): Promise<Settings & { readonly config: HostConfig }> {
  const checked = await check(options, origin).catch(giveUp);
  const { config, errors } = checked;
  if (!options.demo && options.files === undefined && checked.files.length === 0 && errors.length > 0)
    return giveUp(new ConfigError([...errors, NO_FILE]));
  if (errors.length > 0 || !config) return giveUp(new ConfigError(errors));
  return { ...checked, config };
}

const NO_FILE =
  'no settings file was given (--config FILE, AUCTOR_CONFIG) or found (pbs.yaml here or in /etc/config, application.yaml here or in ./config); --demo starts the demo host';

/** Error codes that an operator can fix: printed in one line. */
const OPERATOR_CODES = new Set(['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL', 'ENOENT', 'ENOTFOUND', 'EPERM']);

/** An operator's error ends the process with its lines; any other error is a bug and ends it with a stack trace. */
function giveUp(cause: unknown): never {
  const isOperators =
    cause instanceof ConfigError || cause instanceof StartFailure || OPERATOR_CODES.has(String((cause as { code?: unknown }).code));
  // Not by the console, whose lines join the log.
  process.stderr.write(`${isOperators ? errorMessage(cause) : format(cause)}\n`);
  process.exit(1);
}

/** Auctions in this process: the only one, or a worker. */
async function runHost({ options, config, log, manager, end, origin }: Running): Promise<void> {
  const { hello, demo } = options;
  if (cluster.isPrimary) reloadOnSignal(() => explainReload(options, origin, log), log);
  const host = await makeHost(config, log, { demo, ownProcess: true });
  const ports = await host.listen();
  const stop = async (delayMs: number): Promise<void> => {
    log.info({ delayMs, graceMs: config.shutdown_grace_ms }, 'stopping: waiting for auctions in flight');
    manager.stopping();
    await host.drain(delayMs);
    await host.stop(config.shutdown_grace_ms);
    manager.close();
    await end();
  };
  if (cluster.isWorker) stopWorkerOnOrder(stop, config.shutdown_delay_ms, log);
  else {
    stopOnSignals(() => stop(config.shutdown_delay_ms), log);
    if (hello) console.log(JSON.stringify(ports));
  }
  log.info({ ...addressesOf(config, ports), demo }, 'auctor is ready');
  manager.ready();
}

/** Ports and socket files of the listeners, for the log. */
function addressesOf(config: HostConfig, { port, adminPort }: { readonly port: number; readonly adminPort: number }): object {
  const { admin, admin_socket: adminSocket, unix_socket_enable: hasSocket, unix_socket_name: socket } = config;
  const hasAdminSocket = cluster.isPrimary && admin.enabled && adminSocket !== '';
  return {
    ...(hasSocket && port === 0 ? {} : { port }),
    ...(hasSocket ? { socket } : {}),
    ...(hasAdminSocket ? { adminSocket } : { adminPort }),
  };
}

/** Workers, and the admin listener for all of them. */
async function runPrimary({ options, config, log, manager, end, origin }: Running): Promise<void> {
  const { hello, demo } = options;
  const workers = workerCount(config);
  const environment: Record<string, string> = origin === '' ? {} : { AUCTOR_DEMO_ORIGIN: origin };
  const primary = await startPrimary(config, log, { workers, demo, version, nodeFlags: missingNodeFlags(workers), environment });
  stopOnSignals(async () => {
    manager.stopping();
    await primary.stop(config.shutdown_delay_ms);
    manager.close();
    await end();
  }, log);
  reloadOnSignal(async () => {
    await primary.ready;
    const checked = await recheck(options, origin, log);
    if (!checked) return;
    manager.reloading();
    log.info({ workers: workerCount(checked) }, 'the settings are valid: restarting the workers one by one');
    if (checked.unix_socket_enable) await clearSocket(checked.unix_socket_name);
    const result = await primary.restart(workerCount(checked));
    if (result === 'stopping') return;
    if (result === 'done') log.info({}, 'all workers run with the new settings');
    else log.error({}, 'a worker did not start with the new settings: the others keep the old ones');
    manager.ready();
  }, log);
  const { adminPort } = primary;
  const port = await primary.ready;
  if (hello) console.log(JSON.stringify({ port, adminPort }));
  log.info({ ...addressesOf(config, { port, adminPort }), workers, demo }, 'auctor is ready');
  manager.ready();
}

/** The settings as they are now; undefined if they have errors, which are logged. */
async function recheck(options: StartOptions, origin: string, log: Log): Promise<HostConfig | undefined> {
  const { config, errors, warnings } = await check(options, origin);
  for (const warning of warnings) log.warn({}, warning);
  for (const error of errors) log.error({}, error);
  if (errors.length === 0) return config;
  log.error({ errors: errors.length }, 'the settings have errors: the running ones are kept');
  return undefined;
}

async function explainReload(options: StartOptions, origin: string, log: Log): Promise<void> {
  if (await recheck(options, origin, log))
    log.warn(
      {},
      'the settings are valid, but a single process cannot restart without losing requests: set `primary: true`, or several workers',
    );
}
