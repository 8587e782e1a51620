import { expect, test } from 'vitest';
import { clusterPeers, forward } from '#src/cluster/worker-peers.ts';
import type { PeerMessage } from '#src/platform/peers.ts';

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
