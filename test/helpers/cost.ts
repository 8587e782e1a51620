/**
 * CPU time of work, for comparing costs: time on the processor of this thread alone, nearly independent of other load. Never compare it
 * with a number of ms.
 */
import { threadCpuUs } from '#src/platform/thread-time.ts';

/** A sample's length in ms: shorter ones are meaningless. */
const MIN_MS = 15;
/** The least of so many samples counts: the others contain a collection of garbage, or a cold cache after another program. */
const SAMPLES = 3;

async function sample(work: () => unknown): Promise<number> {
  const before = threadCpuUs();
  for (let runs = 1; ; runs++) {
    await work();
    const us = threadCpuUs() - before;
    if (us >= MIN_MS * 1000) return us / 1000 / runs;
  }
}

/** CPU ms of this thread for `work`, after a warm-up. */
export async function cost(work: () => unknown): Promise<number> {
  await work();
  let min = Number.POSITIVE_INFINITY;
  for (let i = 0; i < SAMPLES; i++) min = Math.min(min, await sample(work));
  return min;
}

/** The ratio of the costs of `work` with `many` and with `few`. */
export async function growth(work: (size: number) => unknown, few: number, many: number): Promise<number> {
  const small = await cost(() => work(few));
  return (await cost(() => work(many))) / small;
}
