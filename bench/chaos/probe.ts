/**
 * Loaded into a host before its program (`--import`, with `--expose-gc`): on SIGUSR2 it prints what the process holds as `{"probe": Probe}`, on
 * SIGCONT it collects all garbage first. Warnings of Node, such as one of too many listeners, are printed as `{"warning": …}`.
 */

export interface Probe {
  /** Bytes of objects and buffers; after a complete collection, of live ones. */
  readonly liveBytes: number;
  /** Active timers, sockets and requests by type. */
  readonly resources: Readonly<Record<string, number>>;
}

const collect = globalThis.gc;

/** The second collection frees what finalizers of the first released. */
async function collectAll(): Promise<void> {
  collect?.();
  await new Promise(setImmediate);
  collect?.();
}

function probe(): Probe {
  const { heapUsed, external } = process.memoryUsage();
  const resources: Record<string, number> = {};
  for (const name of process.getActiveResourcesInfo()) resources[name] = (resources[name] ?? 0) + 1;
  return { liveBytes: heapUsed + external, resources };
}

const print = (): void => console.log(JSON.stringify({ probe: probe() }));

process.on('SIGUSR2', print);
process.on('SIGCONT', () => void collectAll().then(print));
process.on('warning', ({ name, message }) => console.log(JSON.stringify({ warning: `${name}: ${message}` })));
