import cluster from 'node:cluster';
import { expect, test } from 'vitest';
import { clusterPeers, forward } from '#src/cluster/worker-peers.ts';
import { PeerSearches } from '#src/platform/peer-searches.ts';
import type { PeerMessage, WorkerPeers } from '#src/platform/peers.ts';
import { WoundClock } from '#test/helpers/clock.ts';

test('a worker receives messages for peers and no others of a cluster', () => {
  const received: PeerMessage[] = [];
  const stop = clusterPeers.listen((reported) => void received.push(reported));
  const send = (message: unknown): void => void process.emit('message', message as object, undefined);
  send({ auctor: { subject: 'stored-data', account: 'a' } });
  send({ cmd: 'NODE_CLUSTER' });
  send('text');
  stop();
  send({ auctor: { subject: 'late' } });
  expect(received).toEqual([{ subject: 'stored-data', account: 'a' }]);
});

test('all receivers of a process share one of its listeners, which ends with the last of them', () => {
  const before = process.listenerCount('message');
  const counts = [0, 0];
  const stops = counts.map((_, i) =>
    clusterPeers.listen(() => {
      counts[i] = (counts[i] ?? 0) + 1;
    }),
  );
  const send = (): void => void process.emit('message', { auctor: { subject: 'stored-data' } } as object, undefined);
  send();
  expect(process.listenerCount('message')).toBe(before + 1);
  stops[0]?.();
  stops[0]?.();
  send();
  stops[1]?.();
  send();
  expect(counts).toEqual([1, 2]);
  expect(process.listenerCount('message')).toBe(before);
});

test('a single process sends nothing, also if another program started it', () => {
  const sent: unknown[] = [];
  const before = process.send;
  process.send = (message: unknown) => sent.push(message) > 0;
  try {
    clusterPeers.broadcast({ subject: 'stored-data' });
    forward({ auctor: { subject: 'stored-data' } }, 1);
    forward('text', 1);
  } finally {
    if (before) process.send = before;
    else delete process.send;
  }
  expect([clusterPeers.singleProcess, sent]).toEqual([true, []]);
});

test('the primary forwards a message to all other workers, or to the one that it names', () => {
  const sent: unknown[] = [];
  const before = cluster.workers;
  const worker = (id: number) => ({ id, send: (message: unknown) => sent.push([id, message]) });
  Object.assign(cluster, { workers: { 1: worker(1), 2: worker(2), 3: worker(3) } });
  try {
    forward({ auctor: { subject: 'all', to: '' } }, 1);
    forward({ auctor: { subject: 'one', to: '3' } }, 1);
  } finally {
    Object.assign(cluster, { workers: before });
  }
  const all = { auctor: { subject: 'all', to: '', from: '1' } };
  expect(sent).toEqual([
    [2, all],
    [3, all],
    [3, { auctor: { subject: 'one', to: '3', from: '1' } }],
  ]);
});

test('a value that a worker asks for is sent to no other worker', () => {
  const clock = new WoundClock();
  const [sent, listeners]: [PeerMessage[], ((message: PeerMessage) => void)[]] = [[], []];
  const peers: WorkerPeers = {
    singleProcess: false,
    broadcast: (message) => void sent.push(message),
    listen(listener) {
      listeners.push(listener);
      return () => {};
    },
  };
  new PeerSearches({ name: 'value', timeoutMs: 100, ownOf: () => ({ own: 'v' }) }, { peers, clock, random: { uuid: () => 'u' } });
  for (const listener of listeners) listener({ subject: 'value-wanted', search: 's', from: '1' });
  expect(sent).toEqual([{ own: 'v', subject: 'value-found', search: 's', to: '1' }]);
});
