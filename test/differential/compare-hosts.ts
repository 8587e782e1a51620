/** Sends generated calls to two hosts and groups the differences. */
import fc from 'fast-check';
import { type Bucket, bucketOf, collect } from './buckets.ts';
import { type HttpCall, httpCalls } from './calls.ts';
import { compareCall, type Hosts } from './compare-call.ts';
import { shrink } from './shrink.ts';

export interface Comparison {
  readonly buckets: ReadonlyMap<string, Bucket<HttpCall>>;
  readonly sent: number;
  readonly differing: number;
}

export interface Work {
  readonly bidders: readonly string[];
  readonly ampIds: readonly string[];
  readonly runs: number;
  readonly seed: number;
  /** How many buckets, the most frequent first, get a minimal request. */
  readonly minimal: number;
}

/** One call after the other, so that the recorder knows which calls belong to it. */
export async function compareHosts(hosts: Hosts, { bidders, ampIds, runs, seed, minimal }: Work): Promise<Comparison> {
  const buckets = new Map<string, Bucket<HttpCall>>();
  let differing = 0;
  const calls = fc.sample(httpCalls(bidders, ampIds), { seed, numRuns: runs });
  for (const call of calls) {
    const found = await compareCall(hosts, call);
    if (found.length > 0) differing++;
    collect(buckets, call, found, bidders);
  }
  const frequent = [...buckets.values()].sort((a, b) => b.count - a.count).slice(0, minimal);
  for (const bucket of frequent) await minimise(hosts, bucket, bidders);
  return { buckets, sent: calls.length, differing };
}

async function minimise(hosts: Hosts, bucket: Bucket<HttpCall>, bidders: readonly string[]): Promise<void> {
  const { sent } = bucket;
  if (sent.body === undefined) return;
  const body = await shrink(sent.body, async (smaller) => {
    const found = await compareCall(hosts, { ...sent, body: smaller });
    const same = found.find((difference) => bucketOf(difference, bidders) === bucket.name);
    if (same) bucket.example = same;
    return same !== undefined;
  });
  bucket.sent = { ...sent, body };
}
