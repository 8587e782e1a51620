/** Child processes of the bench: start, CPU time and memory, stop. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface Started {
  readonly child: ChildProcess;
  /** The line that reports readiness, or the result. */
  readonly hello: Record<string, unknown>;
  /** All lines it printed. */
  readonly printed: readonly string[];
  stop(): Promise<void>;
}

/** ms until a child prints its first line: a start, or a short round of load. */
export const PATIENCE_MS = 120_000;

const children = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});
// Handlers of `exit` end the children and remove folders; a signal by itself skips them.
for (const [signal, number] of Object.entries({ SIGHUP: 1, SIGINT: 2, SIGTERM: 15 }))
  process.once(signal, () => process.exit(128 + number));

/**
 * Runs a TypeScript file of this folder (or a path) and waits for its first JSON line.
 * @param wrapper a program that starts Node, such as `taskset -c 0`
 * @param patienceMs ms until its first line; then it is an error
 */
export async function start(
  file: string,
  args: readonly string[],
  environment: Record<string, string> = {},
  nodeArgs: readonly string[] = [],
  wrapper: readonly string[] = [],
  patienceMs = PATIENCE_MS,
): Promise<Started> {
  const path = file.startsWith('/') ? file : join(import.meta.dirname, file);
  const [program = process.execPath, ...before] = [...wrapper, process.execPath];
  const child = spawn(program, [...before, ...nodeArgs, path, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  });
  children.add(child);
  child.once('exit', () => children.delete(child));
  const printed: string[] = [];
  const hello = await new Promise<Record<string, unknown>>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${file} printed nothing within ${patienceMs} ms`)), patienceMs);
    // `exit` may be reported before the last lines are read.
    child.once('close', (code) => {
      clearTimeout(timer);
      reject(new Error(`${file} exited with ${code}`));
    });
    createInterface({ input: child.stdout }).on('line', (line) => {
      printed.push(line);
      if (!/^\{"(port|ok)"/.test(line)) return; // log lines use the same stream
      clearTimeout(timer);
      resolve(JSON.parse(line) as Record<string, unknown>);
    });
  });
  return {
    child,
    hello,
    printed,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}

const NANOS_PER_MS = 1e6;

/** Total CPU ms (user and system) of a process's threads, to the µs; those of threads that ended do not count. */
export function cpuMs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.reduce((sum, thread) => sum + cpuOfThread(`/proc/${pid}/task/${thread}/schedstat`), 0);
}

function cpuOfThread(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8').split(' ')[0]) / NANOS_PER_MS;
  } catch {
    return 0; // It ended just now.
  }
}

/** Resident memory in MB. */
export const rssMb = (pid: number): number => memoryMb(pid, /VmRSS:\s+(\d+)/);

/** Most resident memory so far in MB. */
export const peakRssMb = (pid: number): number => memoryMb(pid, /VmHWM:\s+(\d+)/);

const memoryMb = (pid: number, field: RegExp): number => Number(field.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

/** The processes that a process started: the workers of a host. */
export const childPids = (pid: number): readonly number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
