/** The report: one paragraph per bucket, the most frequent first. */
import type { Bucket } from './buckets.ts';
import type { HttpCall } from './calls.ts';

const short = (value: unknown): string => {
  const text = value === undefined ? '(absent)' : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 197)}...` : text;
};

export interface Totals {
  readonly sent: number;
  readonly differing: number;
  readonly seed: number;
}

const byCount = (a: Bucket<HttpCall>, b: Bucket<HttpCall>): number => b.count - a.count;

export function formatReport(buckets: Iterable<Bucket<HttpCall>>, { sent, differing, seed }: Totals): string {
  const sorted = [...buckets].sort(byCount);
  const head = `${sent} calls, ${differing} with a difference, ${sorted.length} kinds of differences (--seed ${seed})`;
  const parts = sorted.map(({ name, count, example, sent: { method, path, query, body } }) =>
    [
      `${count} × ${name}`,
      `    ours:   ${short(example.ours)}`,
      `    theirs: ${short(example.theirs)}`,
      `    ${method} ${path}${query === undefined ? '' : `?${query}`}${body === undefined ? '' : ` ${JSON.stringify(body)}`}`,
    ].join('\n'),
  );
  return [head, ...parts].join('\n\n');
}

export const jsonReport = (buckets: Iterable<Bucket<HttpCall>>, totals: Totals): object => ({
  ...totals,
  buckets: [...buckets].sort(byCount).map(({ name, count, sent, example }) => ({ name, count, request: sent, ...example })),
});
