/** Differences grouped by what they are about: the same field, kind and message, whatever the bidder, index, number or id. */
import type { Difference } from './differences.ts';

export interface Bucket<Sent> {
  readonly name: string;
  count: number;
  /** The smallest request that showed it. */
  sent: Sent;
  size: number;
  example: Difference;
}

const isMessage = ({ path, kind, ours }: Difference): boolean =>
  kind !== 'length' && /message|error|status|^$/.test(path.at(-1) ?? '') && typeof ours !== 'object';

/** A message without its numbers and quoted parts. */
const masked = (value: unknown): string =>
  String(value ?? '')
    .replace(/"[^"]*"|'[^']*'/g, '"…"')
    .replace(/\d+/g, '#')
    .slice(0, 120);

/** Name of a difference's bucket. @param bidders their codes, which are replaced by `*` */
export function bucketOf(difference: Difference, bidders: readonly string[]): string {
  const fields = difference.path.map((field) => {
    if (/^\d+$/.test(field)) return '[]';
    const names = field.split('_').map((name) => (bidders.includes(name) ? '*' : name));
    return names.join('_');
  });
  const name = `${fields.join('.')} (${difference.kind})`;
  return isMessage(difference) ? `${name}: ${masked(difference.ours)} | ${masked(difference.theirs)}` : name;
}

/** Adds the differences of one request: each bucket counts a request once. */
export function collect<Sent>(
  buckets: Map<string, Bucket<Sent>>,
  sent: Sent,
  found: readonly Difference[],
  bidders: readonly string[],
): void {
  const size = JSON.stringify(sent).length;
  const first = new Map(found.map((difference) => [bucketOf(difference, bidders), difference]));
  for (const [name, example] of first) {
    const bucket = buckets.get(name);
    if (!bucket) buckets.set(name, { name, count: 1, sent, size, example });
    else {
      bucket.count++;
      if (size < bucket.size) Object.assign(bucket, { sent, size, example });
    }
  }
}
