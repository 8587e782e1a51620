/** Checks of a soak: responses, live memory, and what the host holds at rest. */
import type { MixedResult } from './mixed-load.ts';
import { MAX_RSS_MB } from './overload.ts';
import { type Check, figure, mb, ms, none } from './report.ts';
import type { Sample } from './soak-host.ts';
import type { VisitorCounts } from './visitors.ts';

/** Growth of live memory that is no leak: compiled code, and stores that are not full yet. */
const BASE_GROWTH_MB = 4;
/** Beyond that, bytes per request: one leaked object of an auction is larger. */
const MAX_BYTES_PER_REQUEST = 32;
const MB = 1024 * 1024;

/** The host at rest after a part of the load, and the requests so far. */
export interface Rest extends Sample {
  readonly requests: number;
}

/** Bytes per request by which live memory grows: the slope of a line through all samples. */
export function slope(rests: readonly Pick<Rest, 'requests' | 'liveBytes'>[]): number {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(rests.map(({ requests }) => requests)), mean(rests.map(({ liveBytes }) => liveBytes))];
  const over = rests.reduce((sum, { requests, liveBytes }) => sum + (requests - x) * (liveBytes - y), 0);
  const under = rests.reduce((sum, { requests }) => sum + (requests - x) ** 2, 0);
  return under === 0 ? 0 : over / under;
}

export function memoryChecks(rests: readonly Rest[], peakMb: number): Check[] {
  const requests = (rests.at(-1)?.requests ?? 0) - (rests[0]?.requests ?? 0);
  const perRequest = slope(rests);
  const allowedMb = BASE_GROWTH_MB + (MAX_BYTES_PER_REQUEST * requests) / MB;
  const grownMb = (perRequest * requests) / MB;
  const samples = rests.map(({ liveBytes }) => (liveBytes / MB).toFixed(1)).join(', ');
  return [
    figure('soak: growth of live memory per request', `${perRequest.toFixed(1)} bytes`, `of ${requests} requests; at rest ${samples} MB`),
    {
      name: 'soak: growth of live memory',
      measured: `${grownMb.toFixed(1)} MB`,
      wanted: `≤ ${BASE_GROWTH_MB} MB and ${MAX_BYTES_PER_REQUEST} bytes per request`,
      passed: grownMb <= allowedMb,
    },
    { name: 'soak: resident memory, peak', measured: mb(peakMb), wanted: `≤ ${MAX_RSS_MB} MB`, passed: peakMb <= MAX_RSS_MB },
  ];
}

const countsOf = ({ resources, gauges }: Sample): Readonly<Record<string, number>> => ({ ...resources, ...gauges });

const maxima = (a: Readonly<Record<string, number>>, b: Readonly<Record<string, number>>): Readonly<Record<string, number>> =>
  Object.fromEntries([...Object.keys(a), ...Object.keys(b)].map((name) => [name, Math.max(a[name] ?? 0, b[name] ?? 0)]));

/** The larger count of each resource: some timers start with the first traffic, others end after the start. */
export const largerOf = (a: Sample, b: Sample): Sample => ({
  ...a,
  resources: maxima(a.resources, b.resources),
  gauges: maxima(a.gauges, b.gauges),
});

/** Names of what a sample holds more of than another one. */
export function excess(before: Sample, after: Sample): readonly string[] {
  const counts = countsOf(before);
  return Object.entries(countsOf(after)).flatMap(([name, count]) => (count > (counts[name] ?? 0) ? [name] : []));
}

/** One check per kind of resource: at rest the host holds no more of it than before the load, after any part. @param idle before the load */
export function resourceChecks(idle: Sample, rests: readonly Rest[]): Check[] {
  const [before, after] = [countsOf(idle), rests.map(countsOf)];
  const names = [...new Set([before, ...after].flatMap((counts) => Object.keys(counts)))].sort();
  return names.map((name) => {
    const [was, is] = [before[name] ?? 0, Math.max(...after.map((counts) => counts[name] ?? 0))];
    return { name: `soak: ${name} at rest`, measured: String(is), wanted: `≤ ${was}, as before the load`, passed: is <= was };
  });
}

export function loadChecks(results: readonly MixedResult[], perSecond: number, counts: VisitorCounts): Check[] {
  const sum = (of: (result: MixedResult) => number): number => results.reduce((all, result) => all + of(result), 0);
  for (const wrong of new Set(results.flatMap((result) => result.wrong))) console.error(`soak: ${wrong}`);
  const meanwhile = Object.entries(counts).map(([name, count]) => `${count} ${name}`);
  return [
    figure('soak: requests', String(sum(({ sent }) => sent)), `at ${perSecond.toFixed(0)} /s; ${meanwhile.join(', ')}`),
    figure('soak: latency, worst part', ms(Math.max(...results.map(({ p99 }) => p99))), 'p99'),
    none(
      'soak: rejected',
      sum(({ rejected }) => rejected),
    ),
    none(
      'soak: wrong responses',
      sum(({ wrongCount }) => wrongCount),
    ),
  ];
}
