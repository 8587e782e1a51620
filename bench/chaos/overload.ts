/** Load at 1, 2 and 4 times the capacity, which is measured before and after each load. */
import { type Loaded, type LoadedHost, openLoadedHost, TMAX_MS } from './loaded-host.ts';
import { type Check, figure, mb, ms, none, percent } from './report.ts';

export const MAX_RSS_MB = 600;
const MAX_REJECTION_MS = 100;
const GRACE_MS = 50;

/** @param capacity auctions per second */
function checksOf(times: number, result: Loaded, capacity: number): Check[] {
  const { admittedP99, rejectedP99, rejectedMax, failed, withoutRetryAfter, offered, lateP99, hostCpu } = result;
  const [admitted, complete] = [result.perSecond / capacity, result.complete / Math.max(1, result.admitted)];
  const named = (name: string): string => `${times} × capacity: ${name}`;
  return [
    { name: named('admitted'), measured: percent(admitted), wanted: '≥ 85 % of the capacity', passed: admitted >= 0.85 },
    { name: named('with all bids'), measured: percent(complete), wanted: '≥ 95 %', passed: complete >= 0.95 },
    { name: named('p99 of admitted'), measured: ms(admittedP99), wanted: '≤ tmax + 50 ms', passed: admittedP99 <= TMAX_MS + GRACE_MS },
    {
      name: named('p99 of rejections'),
      measured: ms(rejectedP99),
      wanted: `≤ ${MAX_REJECTION_MS} ms (max ${ms(rejectedMax)})`,
      passed: rejectedP99 <= MAX_REJECTION_MS,
    },
    none(named('failed or without Retry-After'), failed + withoutRetryAfter),
    figure(named('capacity'), `${capacity.toFixed(0)} /s`, 'mean of before and after'),
    figure(named('load generator'), percent(offered), `of the rate offered, p99 ${ms(lateP99)} late, not counted above`),
    figure(named('host'), percent(hostCpu), 'of a processor'),
  ];
}

async function attack(host: LoadedHost, seconds: number): Promise<Check[]> {
  const first = await host.load({ perSecond: 40, seconds: 1 });
  const checks = [none('first auctions: rejected', first.rejected)];
  const best = await host.capacity();
  checks.push(
    figure(
      'capacity',
      `${best.completePerSecond.toFixed(0)} /s`,
      `complete, with ${percent(best.hostCpu)} of a processor, p99 ${ms(best.admittedP99)}`,
    ),
  );
  let capacity = await host.capacityNow();
  for (const times of [1, 2, 4]) {
    const loaded = await host.load({ perSecond: capacity * times, seconds });
    const after = await host.load({ perSecond: Math.max(5, capacity / 10), seconds: 1 });
    const before = capacity;
    capacity = await host.capacityNow();
    checks.push(...checksOf(times, loaded, (before + capacity) / 2));
    checks.push(none(`${times} × capacity: rejected or failed in the second after it`, after.rejected + after.failed));
  }
  const peak = host.peakRssMb();
  checks.push({ name: 'resident memory, peak', measured: mb(peak), wanted: `≤ ${MAX_RSS_MB} MB`, passed: peak <= MAX_RSS_MB });
  return checks;
}

/** @param seconds of each load */
export async function overload(seconds: number): Promise<Check[]> {
  const host = await openLoadedHost();
  try {
    return await attack(host, seconds);
  } finally {
    await host.close();
  }
}
