/** Signals of a process: SIGTERM and SIGINT stop it, SIGHUP reads its settings again. */
import { flush, onStopOrder } from '#src/cluster/worker.ts';
import { systemClock } from '#src/platform/clock.ts';
import type { Log } from '#src/platform/log.ts';

/** One Ctrl-C may arrive twice: from the terminal, and from npm. A later signal means impatience. */
const REPEAT_MS = 500;

/**
 * The first signal stops the process, a later one ends it at once.
 * @param stop completes requests in flight; the process exits when it settles
 */
export function stopOnSignals(stop: () => Promise<void>, log: Log): void {
  let since: number | undefined;
  const onSignal = (): void => {
    if (since !== undefined) {
      if (performance.now() - since > REPEAT_MS) process.exit(1);
      return;
    }
    since = performance.now();
    void exitAfter(stop(), log);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, onSignal);
}

/**
 * A worker stops when its primary says so, or on SIGTERM, which service managers send to every process of a group; never twice, and never
 * on Ctrl-C, which the primary handles.
 * @param delayMs the delay on SIGTERM
 */
export function stopWorkerOnOrder(stop: (delayMs: number) => Promise<void>, delayMs: number, log: Log): void {
  let isStopping = false;
  const stopOnce = (ms: number): void => {
    if (isStopping) return;
    isStopping = true;
    void exitAfter(
      stop(ms).then(() => flush(systemClock)),
      log,
    );
  };
  onStopOrder(stopOnce);
  process.on('SIGTERM', () => stopOnce(delayMs));
  process.on('SIGINT', () => {});
}

async function exitAfter(stopped: Promise<void>, log: Log): Promise<void> {
  try {
    await stopped;
    process.exit(0);
  } catch (cause) {
    log.error({ err: cause }, 'stopping failed');
    process.exit(1);
  }
}

let onReload: (() => void) | undefined;
let isReloadPending = false;

/** Call it first: SIGHUP while a process starts does not end it, and counts once `reloadOnSignal` is called. */
export function holdReloads(): void {
  process.on('SIGHUP', () => {
    if (onReload) onReload();
    else isReloadPending = true;
  });
}

/** Reloads one after the other, so that the last change of a file counts. */
export function reloadOnSignal(reload: () => Promise<void>, log: Log): void {
  let last = Promise.resolve();
  onReload = () => {
    last = last.then(reload).catch((cause: unknown) => log.error({ err: cause }, 'the reload failed'));
  };
  if (isReloadPending) onReload();
}
