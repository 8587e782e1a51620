/** Starts the host: a single process, or a primary with workers. */
import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';
import pino from 'pino';
import { type PrimaryOptions, startPrimary } from '#src/cluster/primary.ts';
import { ConfigError } from '#src/config/config-error.ts';
import type { Settings } from '#src/config/load.ts';
import type { HostConfig } from '#src/config/schema.ts';
import { checkPrivacyOptions } from '#src/config/sections/privacy.ts';
import { demoSettings, startDemo } from '#src/demo/host.ts';
import { clearSocket } from '#src/http/socket-file.ts';
import { errorMessage } from '#src/lang/error-message.ts';
import { type Host, makeHost, version } from './host.ts';
import { missingNodeFlags, nodeFlagsInEffect } from './node-flags.ts';
import { checkSettings } from './settings-check.ts';

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

/** Loads the settings and starts; settings errors end the process and are printed. */
export async function startHost(options: StartOptions): Promise<void> {
  const { hello, demo: isDemo } = options;
  const demo = isDemo && !cluster.isWorker ? await startDemo() : undefined;
  const origin = demo?.origin ?? process.env['AUCTOR_DEMO_ORIGIN'] ?? '';
  const { config, warnings, files } = await settings(options, origin);
  const log = pino({ level: config.log.level });
  const workers = config.workers === 0 ? availableParallelism() : config.workers;
  if (!cluster.isWorker) {
    if (files.length > 0) log.info({ files, variant: config.variant }, 'settings are read');
    for (const warning of warnings) log.warn(warning);
    log.info(nodeFlagsInEffect(workers), 'flags of Node are chosen by CPUs and workers');
    if (!isDemo) for (const warning of checkPrivacyOptions(config).warnings) log.warn(warning);
  }
  if (config.unix_socket_enable && cluster.isPrimary) await clearSocket(config.unix_socket_name);
  if (workers > 1 && cluster.isPrimary) {
    const environment: Record<string, string> = origin === '' ? {} : { AUCTOR_DEMO_ORIGIN: origin };
    await runPrimary(config, log, { workers, demo: isDemo, version, nodeFlags: missingNodeFlags(workers), environment }, hello).catch(
      giveUp,
    );
    return;
  }
  const host = await makeHost(config, log, { demo: isDemo }).catch(giveUp);
  const ports = await host.listen().catch(giveUp);
  if (hello && !cluster.isWorker) console.log(JSON.stringify(ports));
  log.info({ ...ports, demo: isDemo, version: host.services.version }, 'auctor is ready');
  stopOnSignal(host, config, log, async () => demo?.close());
}

async function settings({ files, args, demo, strict }: StartOptions, origin: string): Promise<Settings & { readonly config: HostConfig }> {
  const base = demo ? demoSettings(origin) : {};
  const folder = demo ? undefined : process.cwd();
  const checked = await checkSettings({ files, args, environment: process.env, base, folder, strict, demo }).catch(giveUp);
  const { config, errors } = checked;
  if (!demo && checked.files.length === 0 && errors.length > 0) return giveUp(new ConfigError([...errors, NO_FILE]));
  if (errors.length > 0 || !config) return giveUp(new ConfigError(errors));
  return { ...checked, config };
}

const NO_FILE =
  'no settings file was given (--config FILE, AUCTOR_CONFIG) or found (pbs.yaml here or in /etc/config, application.yaml here or in ./config); --demo starts the demo host';

/** Error codes that an operator can fix: printed in one line. */
const OPERATOR_CODES = new Set(['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL', 'ENOENT', 'ENOTFOUND', 'EPERM']);

/** An operator's error ends the process with its lines; any other error is a bug and ends it with a stack trace. */
function giveUp(cause: unknown): never {
  const isOperators = cause instanceof ConfigError || OPERATOR_CODES.has(String((cause as { code?: unknown }).code));
  console.error(isOperators ? errorMessage(cause) : cause);
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
