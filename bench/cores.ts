/** Processors of a measurement: the host has one of its own, so that load generator and bidders take no time from it. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Programs that start Node on some processors; empty: on any. */
export interface Cores {
  readonly host: readonly string[];
  readonly others: readonly string[];
}

export const ANY: Cores = { host: [], others: [] };

/** `0-2,5` as [0, 1, 2, 5]. */
export const processorsOf = (list: string): number[] =>
  list.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  });

/** One processor for the host, the rest for all other processes; any if there is only one, or no `taskset`. */
export function findCores(): Cores {
  try {
    const list = /^Cpus_allowed_list:\s*(\S+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '';
    const [host, ...others] = processorsOf(list);
    if (host === undefined || others.length === 0) return ANY;
    execFileSync('taskset', ['-c', String(host), 'true']);
    return { host: ['taskset', '-c', String(host)], others: ['taskset', '-c', others.join(',')] };
  } catch {
    return ANY;
  }
}
