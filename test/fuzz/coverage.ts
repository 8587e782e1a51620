/** The blocks of our sources that V8 executes: precise block coverage of this process, from its own inspector. */
import { type Profiler, Session } from 'node:inspector';

/** Executed characters of each file, as ranges in order. */
export interface Executed {
  readonly ranges: ReadonlyMap<string, readonly Range[]>;
  /** Sum of all counters: executions of functions and blocks. It grows with the work, and repeats exactly. */
  readonly steps: number;
}
type Range = readonly [start: number, end: number];

export class BlockCounters {
  readonly #session = new Session();
  readonly #isOurs: (url: string) => boolean;
  /** Ends of blocks by file: V8 reports a block only if it is executed more or less often than the code around it. */
  readonly ends = new Map<string, Set<number>>();

  /** @param isOurs which files count, by URL */
  constructor(isOurs: (url: string) => boolean) {
    this.#isOurs = isOurs;
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** What was executed since the last call. */
  take(): Executed {
    let scripts: readonly Profiler.ScriptCoverage[] = [];
    this.#session.post('Profiler.takePreciseCoverage', (error, taken) => {
      if (error) throw error;
      scripts = taken.result;
    });
    let steps = 0;
    const ranges = new Map<string, readonly Range[]>();
    for (const { url, functions } of scripts) {
      if (!this.#isOurs(url)) continue;
      for (const { ranges: blocks } of functions) for (const { count } of blocks) steps += count;
      this.#noteEnds(url, functions);
      ranges.set(url, executedRanges(functions));
    }
    return { ranges, steps };
  }

  stop(): void {
    this.#session.post('Profiler.stopPreciseCoverage');
    this.#session.disconnect();
  }

  #noteEnds(url: string, functions: readonly Profiler.FunctionCoverage[]): void {
    const ends = this.ends.get(url) ?? new Set<number>();
    this.ends.set(url, ends);
    for (const { ranges } of functions) for (const { startOffset, endOffset } of ranges) ends.add(startOffset).add(endOffset);
  }
}

/** Inner functions follow outer ones, and inner blocks outer ones: each overwrites what is around it. */
function executedRanges(functions: readonly Profiler.FunctionCoverage[]): Range[] {
  const all = functions.flatMap(({ ranges }) => ranges);
  const end = all.reduce((max, { endOffset }) => Math.max(max, endOffset), 0);
  const executed = new Uint8Array(end);
  for (const { startOffset, endOffset, count } of all) executed.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  const ranges: Range[] = [];
  for (let at = executed.indexOf(1); at >= 0; ) {
    const next = executed.indexOf(0, at);
    const last = next < 0 ? end : next;
    ranges.push([at, last]);
    at = next < 0 ? -1 : executed.indexOf(1, last);
  }
  return ranges;
}

/** The union of several executions. */
export class Covered {
  readonly #files = new Map<string, Uint8Array>();

  copy(): Covered {
    const copy = new Covered();
    for (const [url, covered] of this.#files) copy.#files.set(url, covered.slice());
    return copy;
  }

  /** Whether something was executed that is not in the union. */
  lacks({ ranges }: Pick<Executed, 'ranges'>): boolean {
    for (const [url, executed] of ranges) {
      const covered = this.#files.get(url);
      for (const [start, end] of executed) {
        const found = covered?.subarray(start, end).indexOf(0) ?? 0;
        if (found >= 0 || end > (covered?.length ?? 0)) return true;
      }
    }
    return false;
  }

  /** Whether the union lacked part of it. */
  add(executed: Pick<Executed, 'ranges'>): boolean {
    if (!this.lacks(executed)) return false;
    for (const [url, ranges] of executed.ranges) {
      const end = ranges.at(-1)?.[1] ?? 0;
      let covered = this.#files.get(url) ?? new Uint8Array(end);
      if (covered.length < end) {
        const longer = new Uint8Array(end);
        longer.set(covered);
        covered = longer;
      }
      for (const [from, to] of ranges) covered.fill(1, from, to);
      this.#files.set(url, covered);
    }
    return true;
  }

  /** What of an execution the union lacks. */
  missing({ ranges }: Pick<Executed, 'ranges'>): Pick<Executed, 'ranges'> {
    const missing = new Map<string, Range[]>();
    for (const [url, executed] of ranges) {
      const covered = this.#files.get(url) ?? new Uint8Array(0);
      const found = executed.flatMap(([start, end]) => {
        const parts: Range[] = [];
        for (let at = start; at < end; at++) if (covered[at] !== 1) parts.push([at, at + 1]);
        return parts;
      });
      if (found.length > 0) missing.set(url, found);
    }
    return { ranges: missing };
  }

  /** Files with an executed block. */
  files(): string[] {
    return [...this.#files.keys()];
  }

  /** The number of executed blocks, and of all blocks between known ends. */
  blocks(ends: ReadonlyMap<string, ReadonlySet<number>>): { readonly executed: number; readonly known: number } {
    let [executed, known] = [0, 0];
    for (const [url, places] of ends) {
      const covered = this.#files.get(url);
      for (const place of places) {
        known++;
        if (covered?.[place] === 1) executed++;
      }
    }
    return { executed, known };
  }
}
