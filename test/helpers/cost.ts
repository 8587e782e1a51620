/**
 * What work costs, to compare one cost with another: time on the processor of this thread alone. How much else the machine does
 * hardly shows. Never compare it with a number of ms.
 */

/** The system counts in steps of some ms: less than this says nothing. */
const LEAST_MS = 40;

/** ms of this thread's processor that `work` takes, once it is warm. */
export async function cost(work: () => unknown): Promise<number> {
  await work();
  const before = process.threadCpuUsage();
  for (let runs = 1; ; runs++) {
    await work();
    const { user, system } = process.threadCpuUsage(before);
    if (user + system >= LEAST_MS * 1000) return (user + system) / 1000 / runs;
  }
}

/** How many times as much `work` costs with `many` as with `few`. */
export async function growth(work: (size: number) => unknown, few: number, many: number): Promise<number> {
  const small = await cost(() => work(few));
  return (await cost(() => work(many))) / small;
}
