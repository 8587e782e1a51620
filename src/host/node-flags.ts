/**
 * V8 flags of the host's processes. Young objects get enough space for all auctions in flight, under overload too: with half of it, auctions
 * that wait become old objects, and a host at twice its capacity needs a complete collection every 12 s. One thread collects them: little of
 * an auction survives, and several threads cost 8 % more CPU without shorter pauses. The collector's other threads compete with the event
 * loop for its CPU if every process has one CPU or less: collections then take several times as long, so it runs without threads there.
 *
 * Flags given to Node (`node --no-single-threaded-gc …`, `NODE_OPTIONS`) take precedence; `AUCTOR_NODE_FLAGS` replaces all chosen flags.
 */
import { availableParallelism } from 'node:os';

/** The processes of the host, and the flags they have already. */
interface Situation {
  /** CPUs of the host by affinity and cgroup quota. */
  readonly cpus: number;
  /** Processes that run auctions. */
  readonly processes: number;
  readonly given: readonly string[];
  /** `AUCTOR_NODE_FLAGS` */
  readonly override?: string | undefined;
}

/**
 * Old objects grow to three times their size before a collection. V8 by itself begins one as soon as less than a young generation is left,
 * every 7 to 15 s under load. More compiled code stays valid after it: V8 by itself discards the code for kinds of objects of which none is
 * alive, such as those of an auction in a moment without auctions.
 *
 * A function is compiled for speed 100 calls after the last news about the types of its values; V8 by itself waits for 500. Most functions run
 * once per auction and see new types in tens of thousands of auctions, so that many would stay in slower code.
 *
 * It is compiled for most speed after 1,000 calls instead of 3,000, by one thread: V8 by itself compiled a hundred functions after 16,000
 * auctions at once, by four threads that took most of a single CPU for half a second.
 */
const SETTINGS: readonly (readonly [name: string, value: number])[] = [
  ['max-semi-space-size', 128],
  ['heap-growing-percent', 200],
  ['retain-maps-for-n-gc', 1000],
  ['minimum-invocations-after-ic-update', 100],
  ['invocation-count-for-turbofan', 1000],
  ['concurrent-turbofan-max-threads', 1],
];

/**
 * Old objects are marked in one pause. If V8 marks them in steps, it collects no young ones meanwhile and moves up to half of those to the old
 * objects although they are garbage: under overload 100 MB in a pause of 500 ms, after which young objects have little space and become old too.
 *
 * Objects of a kind that often survives are not allocated among the old ones: those are garbage a moment later, but until a complete collection
 * they keep all young objects alive that they refer to. With slow bidders V8 allocated parts of each auction there, at worst all of them.
 *
 * Code compiled for speed calls `map` and `filter` instead of containing them: V8's contained `map` returns arrays of another kind (with
 * holes), so that the first such function after 10,000 auctions made the code of twenty others invalid, which were compiled again at once.
 */
const OFF: readonly string[] = ['incremental-marking', 'allocation-site-pretenuring', 'turbo-inline-array-builtins'];

const isGiven = (given: readonly string[], name: string): boolean =>
  given.some(
    (flag) =>
      flag
        .replaceAll('_', '-')
        .replace(/^--(?:no-?)?/, '')
        .split('=')[0] === name,
  );

const words = (text: string | undefined): string[] => text?.split(/\s+/).filter((word) => word !== '') ?? [];

/** One arena of malloc for all threads: with several, each retains free memory that the others cannot use, 5 MB at rest. */
export const MALLOC_SETTINGS: Readonly<Record<string, string>> = { MALLOC_ARENA_MAX: '1' };

/** The flags to add, in the order in which Node receives them. */
export function chooseNodeFlags({ cpus, processes, given, override }: Situation): readonly string[] {
  if (override !== undefined) return words(override).filter((flag) => !given.includes(flag));
  const settings = SETTINGS.filter(([name]) => !isGiven(given, name)).map(([name, value]) => `--${name}=${value}`);
  const off = OFF.filter((name) => !isGiven(given, name)).map((name) => `--no-${name}`);
  const flags = [...settings, ...off];
  if (isGiven(given, 'single-threaded-gc')) return flags;
  if (cpus <= processes) flags.push('--single-threaded-gc');
  else if (!isGiven(given, 'parallel-scavenge')) flags.push('--no-parallel-scavenge');
  return flags;
}

/** Flags of this process so far. */
const givenFlags = (): string[] => [...process.execArgv, ...words(process.env['NODE_OPTIONS'])];

/** The flags that this process, or each of its workers, lacks. @param processes that run auctions */
export const missingNodeFlags = (processes: number): readonly string[] =>
  chooseNodeFlags({
    cpus: availableParallelism(),
    processes,
    given: givenFlags(),
    override: process.env['AUCTOR_NODE_FLAGS'],
  });

/**
 * Replaces this process by itself with the missing flags, which V8 reads only at start: same pid, streams and arguments; its environment has
 * the settings of malloc besides. Nothing happens if no flag is missing, or if a parent process talks to this one (workers, `node --watch`).
 */
export function restartWithNodeFlags(): void {
  if (process.platform === 'win32' || process.send) return;
  const flags = missingNodeFlags(1);
  if (flags.length === 0) return;
  const { execPath, execArgv, argv, env } = process;
  process.execve?.(execPath, [execPath, ...execArgv, ...flags, ...argv.slice(1)], { ...MALLOC_SETTINGS, ...env });
}

/** For the log: the flags in effect and the CPUs they were chosen for. */
export const nodeFlagsInEffect = (processes: number): { readonly cpus: number; readonly nodeFlags: readonly string[] } => ({
  cpus: availableParallelism(),
  nodeFlags: processes > 1 ? [...process.execArgv, ...missingNodeFlags(processes)] : process.execArgv,
});
