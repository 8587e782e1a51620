/**
 * CPU time of work, for comparing costs: time on the processor of this thread alone, nearly independent of other load. Never compare it
 * with a number of ms.
 */

/** Resolution of the system's measurement in ms: shorter times are meaningless. */
const MIN_MS = 40;

/** CPU ms of this thread for `work`, after a warm-up. */
export async function cost(work: () => unknown): Promise<number> {
  await work();
  const before = process.threadCpuUsage();
  for (let runs = 1; ; runs++) {
    await work();
    const { user, system } = process.threadCpuUsage(before);
    if (user + system >= MIN_MS * 1000) return (user + system) / 1000 / runs;
  }
}

/** The ratio of the costs of `work` with `many` and with `few`. */
export async function growth(work: (size: number) => unknown, few: number, many: number): Promise<number> {
  const small = await cost(() => work(few));
  return (await cost(() => work(many))) / small;
}
