/**
 * Reports to systemd (`sd_notify`): ready, reloading, stopping, and alive while a watchdog is set. Node has no datagram sockets of this
 * kind, so that `systemd-notify`, which belongs to systemd, sends them; its unit needs `NotifyAccess=all`.
 */
import { execFile } from 'node:child_process';
import type { Log } from './log.ts';

export interface ServiceManager {
  ready(): void;
  reloading(): void;
  stopping(): void;
  /** Ends the reports that the process is alive. */
  close(): void;
}

const NONE: ServiceManager = { ready() {}, reloading() {}, stopping() {}, close() {} };

/** Without `NOTIFY_SOCKET` nothing is reported. @param environment of this process */
export function openServiceManager(environment: NodeJS.ProcessEnv, log: Log): ServiceManager {
  const { NOTIFY_SOCKET: socket, WATCHDOG_USEC: watchdog, WATCHDOG_PID: watched } = environment;
  if (!socket) return NONE;
  let last = Promise.resolve();
  let hasFailed = false;
  const notify = (...fields: string[]): void => {
    last = last.then(() => send(fields, environment)).catch((cause: unknown) => report(cause));
  };
  const report = (cause: unknown): void => {
    if (!hasFailed) log.warn({ failure: cause }, 'systemd-notify failed: the service manager is not informed');
    hasFailed = true;
  };
  const periodUs = Number(watchdog);
  const isWatched = periodUs > 0 && (watched === undefined || Number(watched) === process.pid);
  // Twice per period, as sd_watchdog_enabled(3) recommends.
  const timer = isWatched ? setInterval(() => notify('WATCHDOG=1'), periodUs / 1000 / 2) : undefined;
  return {
    ready: () => notify('READY=1', `MAINPID=${process.pid}`),
    reloading: () => notify('RELOADING=1', `MONOTONIC_USEC=${process.hrtime.bigint() / 1000n}`),
    stopping: () => notify('STOPPING=1'),
    close: () => clearInterval(timer),
  };
}

const send = (fields: readonly string[], environment: NodeJS.ProcessEnv): Promise<void> =>
  new Promise((resolve, reject) => {
    execFile('systemd-notify', [...fields], { env: environment, timeout: 5000 }, (error) => (error ? reject(error) : resolve()));
  });
