/**
 * CPU time of work, for comparing costs: time on the processor of this thread alone, nearly independent of other load. Never compare it
 * with a number of ms.
 */
import { threadCpuUs } from '#src/platform/thread-time.ts';

/** A sample's length in ms: shorter ones are meaningless. */
const MIN_MS = 15;
/** The least of so many samples counts: the others contain a collection of garbage, or a cold cache after another program. */
const SAMPLES = 3;
/** How often the larger work is measured while it costs too much: compiling code disturbs some samples, work in excess is in all of them. */
const ATTEMPTS = 10;

async function sample(work: () => unknown): Promise<number> {
  const before = threadCpuUs();
  for (let runs = 1; ; runs++) {
    await work();
    const us = threadCpuUs() - before;
    if (us >= MIN_MS * 1000) return us / 1000 / runs;
  }
}

/** CPU ms of this thread for `work`, after a warm-up. */
async function cost(work: () => unknown): Promise<number> {
  await work();
  let min = Number.POSITIVE_INFINITY;
  for (let i = 0; i < SAMPLES; i++) min = Math.min(min, await sample(work));
  return min;
}

/**
 * The ratio of the costs of `large` and `small`: at most `limit` as soon as one sample of `large` is, otherwise that of its least sample.
 * @param limit a ratio between that of the rule and that of its violation
 */
export async function costRatio(large: () => unknown, small: () => unknown, limit: number): Promise<number> {
  const smallMs = await cost(small);
  await large();
  let largeMs = Number.POSITIVE_INFINITY;
  for (let i = 0; i < ATTEMPTS && largeMs > limit * smallMs; i++) largeMs = Math.min(largeMs, await sample(large));
  return largeMs / smallMs;
}

/** The ratio of the costs of `work` with `many` and with `few`, as above. */
export const growth = (work: (size: number) => unknown, few: number, many: number, limit: number): Promise<number> =>
  costRatio(
    () => work(many),
    () => work(few),
    limit,
  );
