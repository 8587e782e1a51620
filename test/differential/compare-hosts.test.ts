import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BIDDERS, type HttpCall } from './calls.ts';
import { compareCall } from './compare-call.ts';
import { type Comparison, compareHosts } from './compare-hosts.ts';
import { type OwnHost, type Plan, startOwn, type Variant, writeStoredRequests } from './hosts.ts';
import { type Recorder, startRecorder } from './recorder.ts';

const folder = mkdtempSync(join(tmpdir(), 'auctor-differential-'));
const plan: Plan = { bidders: BIDDERS, folder, seed: 1 };
const ampIds = writeStoredRequests(plan);

let recorder: Recorder;
let ours: OwnHost;
const peers = new Map<Variant, OwnHost>();

beforeAll(async () => {
  recorder = await startRecorder();
  ours = await startOwn(plan, recorder, 'ours', 'go');
  for (const variant of ['go', 'java'] as const) peers.set(variant, await startOwn(plan, recorder, 'peer', variant));
});
afterAll(async () => {
  await Promise.all([ours, ...peers.values()].map((host) => host.stop()));
  await recorder.close();
  rmSync(folder, { recursive: true });
});

const hosts = (variant: Variant) => ({ recorder, origins: { ours: ours.origin, peer: peers.get(variant)?.origin ?? '' } });

const compare = (variant: Variant, runs: number): Promise<Comparison> =>
  compareHosts(hosts(variant), { bidders: BIDDERS, ampIds, runs, seed: 7, minimal: 1 });

describe('the differential mode', () => {
  test('finds no difference between two hosts of one variant', async () => {
    const { buckets, sent, differing } = await compare('go', 120);
    expect([...buckets.keys()]).toEqual([]);
    expect({ sent, differing }).toEqual({ sent: 120, differing: 0 });
  });

  test('groups the differences of two variants, each with a request that shows it', async () => {
    const { buckets, differing } = await compare('java', 40);
    expect(differing).toBeGreaterThan(0);
    const [first] = [...buckets.values()].sort((a, b) => b.count - a.count);
    const found = first && (await compareCall(hosts('java'), first.sent));
    expect(found).toContainEqual(first?.example);
  });

  test('reports the messages of both hosts', async () => {
    const call: HttpCall = { method: 'POST', path: '/openrtb2/auction', body: {} };
    expect(await compareCall(hosts('java'), call)).toEqual([
      {
        path: ['/openrtb2/auction', 'response'],
        kind: 'value',
        ours: 'invalid request: request missing required field: "id"\n',
        theirs: 'invalid request format: request missing required field: "id"',
      },
    ]);
  });
});
