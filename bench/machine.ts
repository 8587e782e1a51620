/** The machine of a run, and whether it is quiet enough to measure. */
import { availableParallelism, cpus, loadavg } from 'node:os';

/** Share of the CPUs that other programs may use before figures become doubtful. */
const MAX_BUSY_SHARE = 0.25;
const SAMPLE_MS = 500;

export const machine = () => ({ cpu: cpus()[0]?.model ?? 'unknown', cpus: availableParallelism(), node: process.versions.node });

const idleAndTotal = (): [idle: number, total: number] =>
  cpus().reduce<[number, number]>(
    ([idle, total], { times }) => [idle + times.idle, total + times.user + times.nice + times.sys + times.irq + times.idle],
    [0, 0],
  );

/** Prints a warning if other programs use the CPUs: call it while the bench itself is idle. */
export async function warnIfBusy(): Promise<void> {
  const [idleBefore, totalBefore] = idleAndTotal();
  await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
  const [idle, total] = idleAndTotal();
  const busy = 1 - (idle - idleBefore) / Math.max(1, total - totalBefore);
  if (busy <= MAX_BUSY_SHARE) return;
  const load = loadavg()[0]?.toFixed(1);
  console.log(`warning: other programs use ${(busy * 100).toFixed(0)} % of the CPUs (load ${load}): only ratios of one run are usable`);
}
