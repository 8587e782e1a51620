/** Load at 1, 2 and 4 times the measured capacity, and a steady half of it. */
import { rssMb, start } from '../process.ts';
import { startHost } from './host.ts';
import type { LoadOptions, LoadResult } from './load.ts';
import type { Check } from './report.ts';

const CODES = ['bidder1', 'bidder2', 'bidder3', 'bidder4', 'bidder5'];
const TMAX_MS = 500;
const MAX_RSS_MB = 600;
const WARM_UP_SECONDS = 4;
const CAPACITY_SECONDS = 4;

/** A loaded host and its bidders, which respond after 20 to 80 ms. */
async function open() {
  const bidders = await start('mock-bidders.ts', []);
  const urls = CODES.map((code, i) => [code, `http://127.0.0.1:${bidders.hello['port']}/${code}?delay=${20 + i * 15}`]);
  const host = await startHost(Object.fromEntries(urls) as Record<string, string>);
  const load = async (options: Partial<LoadOptions>): Promise<LoadResult> => {
    const all = { port: host.hello['port'], bidders: CODES, tmax: TMAX_MS, seats: CODES.length, ...options };
    return (await start('chaos/load.ts', [JSON.stringify(all)])).hello as unknown as LoadResult;
  };
  const capacity = async (): Promise<number> => {
    await load({ atOnce: 48, seconds: WARM_UP_SECONDS });
    return (await load({ atOnce: 48, seconds: CAPACITY_SECONDS })).perSecond;
  };
  const close = async (): Promise<void> => void (await Promise.all([host.stop(), bidders.stop()]));
  return { load, capacity, close, rss: () => rssMb(host.child.pid ?? 0) };
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
const ms = (value: number): string => `${value.toFixed(0)} ms`;

/** @param seconds of each load */
export async function overload(seconds: number): Promise<Check[]> {
  const { load, capacity: measure, close, rss } = await open();
  const checks: Check[] = [];
  const first = await load({ perSecond: 40, seconds: 1 });
  checks.push({ name: 'first auctions', measured: String(first.rejected), wanted: 'no rejection', passed: first.rejected === 0 });
  const capacity = await measure();
  for (const times of [1, 2, 4]) {
    const result = await load({ perSecond: capacity * times, seconds });
    const add = (what: string, measured: string, wanted: string, passed: boolean): void =>
      void checks.push({ name: `${times} × capacity: ${what}`, measured, wanted, passed });
    const [admitted, complete] = [result.perSecond / capacity, result.complete / Math.max(1, result.admitted)];
    add('admitted', percent(admitted), '≥ 85 % of the capacity', admitted >= 0.85);
    add('with all bids', percent(complete), '≥ 95 %', complete >= 0.95);
    add('p99 of admitted', ms(result.admittedP99), '≤ tmax + 50 ms', result.admittedP99 <= TMAX_MS + 50);
    add('p99 of rejections', ms(result.rejectedP99), '≤ 100 ms', result.rejectedP99 <= 100);
    add(
      'failed or without Retry-After',
      String(result.failed + result.withoutRetryAfter),
      '0',
      result.failed + result.withoutRetryAfter === 0,
    );
    const after = await load({ perSecond: Math.max(5, capacity / 10), seconds: 1 });
    add('rejected in the second after it', String(after.rejected), '0', after.rejected === 0);
  }
  checks.push({ name: 'resident memory', measured: `${rss().toFixed(0)} MB`, wanted: `≤ ${MAX_RSS_MB} MB`, passed: rss() <= MAX_RSS_MB });
  await close();
  return checks;
}

/** Half of the capacity for a while: nothing is rejected, memory does not grow without limit. */
export async function soak(seconds: number): Promise<Check[]> {
  const { load, capacity, close, rss } = await open();
  const perSecond = (await capacity()) / 2;
  const { rejected, failed } = await load({ perSecond, seconds });
  const memory = rss();
  await close();
  return [
    { name: 'soak: rejected', measured: String(rejected), wanted: '0', passed: rejected === 0 },
    { name: 'soak: failed', measured: String(failed), wanted: '0', passed: failed === 0 },
    { name: 'soak: resident memory', measured: `${memory.toFixed(0)} MB`, wanted: `≤ ${MAX_RSS_MB} MB`, passed: memory <= MAX_RSS_MB },
  ];
}
